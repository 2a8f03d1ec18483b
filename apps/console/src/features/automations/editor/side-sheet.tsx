'use client';

import { X } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { words } from './words';

interface SideSheetProps {
  /** What kind of thing it shows, above the title. */
  kind: string;
  title: string;
  /** Changes when the focus should come here. */
  focus: number;
  onClose: () => void;
  children: ReactNode;
}

/** Settings beside the drawing; over it where there is no room. */
export function SideSheet({ kind, title, focus, onClose, children }: SideSheetProps) {
  const sheet = useRef<HTMLElement>(null);
  useEffect(() => {
    if (focus > 0) sheet.current?.focus({ preventScroll: true });
  }, [focus]);
  return (
    <section
      ref={sheet}
      tabIndex={-1}
      aria-label={words.panel}
      className="flex min-h-0 flex-col border-l bg-surface outline-none max-lg:fixed max-lg:inset-y-0 max-lg:right-0 max-lg:z-40 max-lg:w-full max-lg:max-w-md max-lg:shadow-lifted lg:w-[25rem] lg:shrink-0"
    >
      <div className="flex items-start gap-3 border-b px-4 py-3">
        <div className="min-w-0 flex-1">
          <p className="text-xs text-muted">{kind}</p>
          <h2 dir="auto" className="font-semibold tracking-tight break-words">
            {title}
          </h2>
        </div>
        <Button variant="ghost" size="icon" aria-label={words.close} onClick={onClose}>
          <X />
        </Button>
      </div>
      <div className="grid min-h-0 flex-1 content-start gap-4 overflow-y-auto p-4">{children}</div>
    </section>
  );
}
