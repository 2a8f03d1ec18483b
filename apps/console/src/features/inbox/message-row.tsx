'use client';

import type { InboxMessageView } from '@dundun/client';
import { Mail, MessageSquareText } from 'lucide-react';
import Link from 'next/link';
import { useSearchParams } from 'next/navigation';
import { Ago } from '@/components/ui/moment';
import { Skeleton } from '@/components/ui/skeleton';
import { cn } from '@/lib/cn';
import { words } from './words';

/** Keeps the filters in the URL, so that the list next to the message stays the same. */
export function MessageRow({ message, open }: { message: InboxMessageView; open: boolean }) {
  const search = useSearchParams().toString();
  const Icon = message.channel === 'sms' ? MessageSquareText : Mail;
  const kind = message.channel === 'sms' ? words.sms : words.email;
  return (
    <li className="border-t first:border-t-0 xl:first:border-t">
      <Link
        href={`/inbox/${encodeURIComponent(message.id)}${search && `?${search}`}`}
        scroll={false}
        prefetch={false}
        aria-current={open ? 'true' : undefined}
        className={cn(
          'flex gap-3 px-4 py-2.5 transition-colors xl:px-5 focus-visible:-outline-offset-2',
          open ? 'bg-tint' : 'hover:bg-sunken/70 xl:hover:bg-line/40',
        )}
      >
        <Icon
          className={cn('mt-0.5 size-4 shrink-0', open ? 'text-on-tint' : 'text-muted')}
          aria-label={kind}
          role="img"
        />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-3">
            <span className="min-w-0 flex-1 truncate text-[13px] font-medium">{message.to.join(', ')}</span>
            <span className={cn('shrink-0 text-xs', open ? 'text-on-tint' : 'text-muted')}>
              <Ago at={message.captured_at} />
            </span>
          </span>
          <span className={cn('block truncate text-[13px]', open ? 'text-on-tint' : 'text-muted')}>
            {message.channel === 'sms' ? `${words.sms} · ${message.from}` : message.subject || words.noSubject}
          </span>
        </span>
      </Link>
    </li>
  );
}

export const MessageRowSkeleton = () => (
  <div className="flex gap-3 border-t px-4 py-2.5 first:border-t-0 xl:px-5">
    <Skeleton className="size-4 rounded" />
    <span className="flex-1">
      <Skeleton className="w-2/3" />
      <Skeleton className="mt-2 h-3 w-1/2" />
    </span>
  </div>
);
