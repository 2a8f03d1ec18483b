'use client';

import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { isTyping, useShortcuts } from '@/lib/shortcuts';
import { onAsked } from './palette-events';
import { PLACES } from './places';

const Palette = dynamic(() => import('./palette').then(({ Palette: loaded }) => loaded), { ssr: false });
const ShortcutSheet = dynamic(() => import('./shortcut-sheet').then(({ ShortcutSheet: loaded }) => loaded), {
  ssr: false,
});

/** `g` waits this long for the key that says where to. */
const CHORD_MS = 1_200;

/** The keys that work on every page: ⌘K or Ctrl+K for the palette, and, unless they are off, `?` and `g` with a letter. */
export function ShellKeys() {
  const router = useRouter();
  const { enabled } = useShortcuts();
  const [shown, setShown] = useState<'palette' | 'sheet' | null>(null);
  const chord = useRef(0);

  useEffect(
    () =>
      onAsked(
        () => setShown('palette'),
        () => setShown('sheet'),
      ),
    [],
  );
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if ((event.metaKey || event.ctrlKey) && !event.altKey && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        return setShown((now) => (now === 'palette' ? null : 'palette'));
      }
      const isPlain = !event.metaKey && !event.ctrlKey && !event.altKey && !event.defaultPrevented;
      if (
        !enabled ||
        !isPlain ||
        isTyping(event.target) ||
        document.querySelector('[role=dialog],[role=alertdialog],[role=menu]')
      )
        return;
      if (event.key === '?') return setShown('sheet');
      if (event.key === 'g') return void (chord.current = event.timeStamp);
      if (event.timeStamp - chord.current > CHORD_MS) return;
      chord.current = 0;
      const place = PLACES.flat().find(({ key }) => key === event.key);
      if (place) router.push(place.href);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [enabled, router]);

  const change = (open: boolean) => !open && setShown(null);
  return (
    <>
      {shown === 'palette' && <Palette onOpenChange={change} />}
      {shown === 'sheet' && <ShortcutSheet onOpenChange={change} />}
    </>
  );
}
