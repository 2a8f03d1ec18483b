'use client';

import { Activity, Inbox, Users, type LucideIcon } from 'lucide-react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { Wordmark } from '@/components/drum';
import { cn } from '@/lib/cn';
import { useShell } from './shell-context';
import { UserMenu } from './user-menu';
import { words } from './words';

const PLACES: { href: string; label: string; icon: LucideIcon }[] = [
  { href: '/lists', label: words.lists, icon: Users },
  { href: '/events', label: words.events, icon: Activity },
  { href: '/inbox', label: words.inbox, icon: Inbox },
];

export function Sidebar({ onLeave }: { onLeave?: () => void }) {
  const pathname = usePathname();
  const { session } = useShell();
  return (
    <div className="flex h-full flex-col p-3">
      <div className="px-2 pt-2 pb-5">
        <Wordmark />
        <p className="mt-1.5 truncate text-[13px] text-muted" title={session.workspace.name}>
          {session.workspace.name}
        </p>
      </div>
      <nav aria-label={words.navigation} className="grid gap-0.5">
        {PLACES.map(({ href, label, icon: Icon }) => {
          const isHere = pathname === href || pathname.startsWith(`${href}/`);
          return (
            <Link
              key={href}
              href={href}
              onClick={onLeave}
              aria-current={isHere ? 'page' : undefined}
              className={cn(
                'flex h-9 items-center gap-2.5 rounded-lg px-2.5 text-sm font-medium transition-colors',
                isHere ? 'bg-tint text-on-tint' : 'text-muted hover:bg-line/60 hover:text-foreground',
              )}
            >
              <Icon className="size-4.5" aria-hidden="true" />
              {label}
            </Link>
          );
        })}
      </nav>
      <div className="mt-auto">
        <UserMenu />
      </div>
    </div>
  );
}
