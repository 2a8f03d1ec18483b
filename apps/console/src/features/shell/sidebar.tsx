'use client';

import {
  Activity,
  Ban,
  Globe,
  IdCard,
  Inbox,
  LayoutTemplate,
  MailSearch,
  Plug,
  Settings,
  UserRoundCog,
  Users,
  type LucideIcon,
} from 'lucide-react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { Wordmark } from '@/components/drum';
import { cn } from '@/lib/cn';
import { useRefusedConfirmations } from '@/features/settings/queries';
import { useShell } from './shell-context';
import { UserMenu } from './user-menu';
import { words } from './words';

interface Place {
  href: string;
  label: string;
  icon: LucideIcon;
  /** Whether something there needs attention. */
  isMarked?: boolean;
}

const PLACES: Place[] = [
  { href: '/lists', label: words.lists, icon: Users },
  { href: '/events', label: words.events, icon: Activity },
  { href: '/inbox', label: words.inbox, icon: Inbox },
];

const SENDING: Place[] = [
  { href: '/templates', label: words.templates, icon: LayoutTemplate },
  { href: '/profiles', label: words.profiles, icon: IdCard },
  { href: '/domains', label: words.domains, icon: Globe },
  { href: '/providers', label: words.providers, icon: Plug },
  { href: '/suppressions', label: words.suppressions, icon: Ban },
  { href: '/messages', label: words.messages, icon: MailSearch },
];

export function Sidebar({ onLeave }: { onLeave?: () => void }) {
  const { session } = useShell();
  const isMarked = (useRefusedConfirmations().data?.data.length ?? 0) > 0;
  const workspace: Place[] = [
    { href: '/settings/team', label: words.team, icon: UserRoundCog },
    { href: '/settings', label: words.settings, icon: Settings, isMarked },
  ];
  return (
    <div className="flex h-full flex-col p-3">
      <div className="px-2 pt-2 pb-5">
        <Wordmark />
        <p className="mt-1.5 truncate text-[13px] text-muted" title={session.workspace.name}>
          {session.workspace.name}
        </p>
      </div>
      <nav aria-label={words.navigation} className="min-h-0 flex-1 overflow-y-auto p-0.5">
        <Places places={PLACES} onLeave={onLeave} />
        <h2 id="nav-sending" className="px-2.5 pt-5 pb-1.5 text-xs font-medium text-muted">
          {words.sending}
        </h2>
        <Places places={SENDING} labelledBy="nav-sending" onLeave={onLeave} />
        <div className="pt-5">
          <Places places={workspace} onLeave={onLeave} />
        </div>
      </nav>
      <div className="pt-2">
        <UserMenu />
      </div>
    </div>
  );
}

function Places({ places, labelledBy, onLeave }: { places: Place[]; labelledBy?: string; onLeave?: () => void }) {
  const here = hereOf(usePathname(), places);
  return (
    <ul className="grid gap-0.5" aria-labelledby={labelledBy}>
      {places.map(({ href, label, icon: Icon, isMarked }) => {
        const isHere = href === here;
        return (
          <li key={href}>
            <Link
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
              {isMarked && (
                <span className="ml-auto size-2 rounded-full bg-wait">
                  <span className="sr-only">{words.needsAttention}</span>
                </span>
              )}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

/** Returns the place of a page: of two that contain it, the inner one. */
const hereOf = (pathname: string, places: Place[]) =>
  places
    .map(({ href }) => href)
    .filter((href) => pathname === href || pathname.startsWith(`${href}/`))
    .sort((one, other) => other.length - one.length)[0];
