'use client';

import { ApiError, type InboxMessageDetail } from '@dundun/client';
import { ArrowLeft, MailX } from 'lucide-react';
import Link from 'next/link';
import { useSearchParams } from 'next/navigation';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { Skeleton } from '@/components/ui/skeleton';
import { useTitle } from '@/lib/use-title';
import { Mail } from './mail';
import { MessageHead } from './message-head';
import { useMessage } from './queries';
import { Sms } from './sms';
import { words } from './words';

export function Message({ id }: { id: string }) {
  const search = useSearchParams().toString();
  const { data, error, isFetching, refetch } = useMessage(id);
  useTitle(data && titleOf(data));
  const isUnknown = error instanceof ApiError && error.status === 404;
  return (
    <>
      <Link
        href={`/inbox${search && `?${search}`}`}
        className="flex h-11 items-center gap-1.5 border-b px-4 text-[13px] font-medium text-muted hover:text-foreground focus-visible:-outline-offset-2 sm:px-6 xl:hidden"
      >
        <ArrowLeft className="size-3.5" aria-hidden="true" /> {words.back}
      </Link>
      {data && <Content message={data} />}
      {!data && !error && <Waiting />}
      {error && !data && (
        <div className="p-4 sm:p-8">
          {isUnknown ? (
            <EmptyState icon={MailX} title={words.unknownTitle} text={words.unknownText} />
          ) : (
            <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
          )}
        </div>
      )}
    </>
  );
}

const titleOf = ({ channel, subject, to }: InboxMessageDetail) =>
  channel === 'sms' ? words.smsTo({ to: to[0] ?? '' }) : subject || words.noSubject;

const Content = ({ message }: { message: InboxMessageDetail }) => (
  <>
    <MessageHead message={message} />
    {message.channel === 'sms' ? <Sms message={message} /> : <Mail key={message.id} message={message} />}
  </>
);

const Waiting = () => (
  <div className="grid gap-3 p-6" aria-busy="true">
    <Skeleton className="h-7 w-2/3" />
    <Skeleton className="w-1/2" />
    <Skeleton className="mt-6 h-72 w-full rounded-xl" />
  </div>
);
