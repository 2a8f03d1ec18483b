'use client';

import { Compass } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useSyncExternalStore } from 'react';
import { Button } from '@/components/ui/button';
import { useShell } from '@/features/shell/shell-context';
import { useUrlDialog } from '@/lib/use-url-dialog';
import { words } from './words';

const TourDialog = dynamic(() => import('./tour-dialog').then(({ TourDialog: loaded }) => loaded), { ssr: false });

const CHANGED = 'dundun:tour';

/** Offers whoever is new a look around, until it was taken or skipped; `?dialog=tour` shows it at any time. */
export function Tour() {
  const { email } = useShell().session.member;
  const [isOver, end] = useEnded(email);
  const [isOpen, setOpen] = useUrlDialog('tour');
  const close = () => {
    setOpen(false);
    end();
  };
  return (
    <>
      {!isOver && (
        <section
          aria-label={words.tour}
          className="mb-5 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-xl border bg-tint px-4 py-2.5 text-[13px] text-on-tint"
        >
          <Compass aria-hidden="true" className="size-4 shrink-0" />
          <p className="min-w-0 flex-1 basis-52">{words.tourOffer}</p>
          <Button size="sm" onClick={() => setOpen(true)}>
            {words.tourTake}
          </Button>
          <Button size="sm" variant="outline" onClick={end}>
            {words.tourSkip}
          </Button>
        </section>
      )}
      {isOpen && <TourDialog onClose={close} onLeave={end} />}
    </>
  );
}

/** Whether a login is done with the tour, as this browser remembers it. */
function useEnded(login: string): [boolean, () => void] {
  const key = `dundun.tour.${login}`;
  const isOver = useSyncExternalStore(
    (listen) => {
      addEventListener(CHANGED, listen);
      return () => removeEventListener(CHANGED, listen);
    },
    () => {
      try {
        return localStorage.getItem(key) === 'over';
      } catch {
        return true; // Without storage it would come back on every page.
      }
    },
    () => true,
  );
  const end = () => {
    try {
      localStorage.setItem(key, 'over');
    } catch {
      // It is not offered without storage.
    }
    dispatchEvent(new Event(CHANGED));
  };
  return [isOver, end];
}
