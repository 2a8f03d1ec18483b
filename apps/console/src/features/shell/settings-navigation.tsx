'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { cn } from '@/lib/cn';
import { SETTINGS, offered, placeOf } from './places';
import { useShell } from './shell-context';
import { words } from './words';

/** The pages of the settings: a column on wide screens, a row that scrolls on others. */
export function SettingsNavigation() {
  const { member } = useShell().session;
  const here = placeOf(usePathname(), SETTINGS)?.href;
  return (
    <nav
      aria-label={words.settings}
      className="border-b bg-background px-3 pt-2 sm:px-5 xl:sticky xl:top-0 xl:h-dvh xl:w-52 xl:shrink-0 xl:border-r xl:border-b-0 xl:px-3 xl:pt-6"
    >
      <p className="hidden px-2.5 pb-2 text-xs font-medium text-muted xl:block">{words.settings}</p>
      <ul className="-mb-px flex gap-1 overflow-x-auto xl:grid xl:gap-0.5">
        {offered(SETTINGS, member).map(({ href, label }) => (
          <li key={href} className="shrink-0">
            <Link
              href={href}
              aria-current={href === here ? 'page' : undefined}
              className={cn(
                'flex h-9 items-center border-b-2 px-2.5 text-[13px] font-medium whitespace-nowrap focus-visible:-outline-offset-2 xl:h-8 xl:rounded-lg xl:border-b-0',
                href === here
                  ? 'border-primary text-foreground xl:bg-tint xl:text-on-tint'
                  : 'border-transparent text-muted hover:text-foreground xl:hover:bg-line/60',
              )}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
