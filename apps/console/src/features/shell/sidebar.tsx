'use client';

import { Search } from 'lucide-react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useState } from 'react';
import { Wordmark } from '@/components/drum';
import { cn } from '@/lib/cn';
import { useHydrated } from '@/lib/use-hydrated';
import { useRefusedConfirmations } from '@/features/settings/queries';
import { WorkspaceSwitch } from '@/features/workspace/workspace-switch';
import { PLACES, placeOf, type Place } from './places';
import { openPalette } from './palette-events';
import { UserMenu } from './user-menu';
import { words } from './words';

export function Sidebar({ onLeave }: { onLeave?: () => void }) {
  const here = placeOf(usePathname(), PLACES.flat())?.href;
  const isHydrated = useHydrated();
  const hasFault = (useRefusedConfirmations().data?.data.length ?? 0) > 0;
  return (
    <div className="flex h-full flex-col p-3">
      <div className="px-2 pt-1 pb-3">
        <Wordmark />
        <WorkspaceSwitch />
      </div>
      <button
        type="button"
        disabled={!isHydrated}
        onClick={() => {
          onLeave?.();
          openPalette();
        }}
        className="mx-0.5 mb-3 flex h-8 items-center gap-2 rounded-lg border bg-surface px-2.5 text-[13px] text-muted shadow-shade hover:text-foreground"
      >
        <Search className="size-4" aria-hidden="true" /> {words.find}
        <kbd aria-hidden="true" className="ml-auto font-sans text-[11px]">
          {words.findKeys}
        </kbd>
      </button>
      <nav aria-label={words.navigation} className="min-h-0 flex-1 overflow-y-auto p-0.5">
        {PLACES.map((places, index) => (
          <ul key={index} className="grid gap-0.5 not-first:mt-2 not-first:border-t not-first:pt-2">
            {places.map((place) => (
              <Entry
                key={place.href}
                place={place}
                isHere={place.href === here}
                isMarked={place.href === '/settings' && hasFault}
                onLeave={onLeave}
              />
            ))}
          </ul>
        ))}
      </nav>
      <div className="pt-2">
        <UserMenu />
      </div>
    </div>
  );
}

interface EntryProps {
  place: Place;
  isHere: boolean;
  /** Whether something there needs attention. */
  isMarked: boolean;
  onLeave?: () => void;
}

/** A page loads as soon as the pointer or the focus is on its link, so that it is there when it is pressed. */
function Entry({ place: { href, label, icon: Icon }, isHere, isMarked, onLeave }: EntryProps) {
  const [isNear, setNear] = useState(false);
  return (
    <li>
      <Link
        href={href}
        prefetch={isNear ? true : null}
        onPointerEnter={() => setNear(true)}
        onFocus={() => setNear(true)}
        onClick={onLeave}
        aria-current={isHere ? 'page' : undefined}
        className={cn(
          'flex h-8 items-center gap-2.5 rounded-lg px-2.5 text-[13px] font-medium transition-colors',
          isHere ? 'bg-tint text-on-tint' : 'text-muted hover:bg-line/60 hover:text-foreground',
        )}
      >
        <Icon className="size-4" aria-hidden="true" />
        {label}
        {isMarked && (
          <span className="ml-auto size-2 rounded-full bg-wait">
            <span className="sr-only">{words.needsAttention}</span>
          </span>
        )}
      </Link>
    </li>
  );
}
