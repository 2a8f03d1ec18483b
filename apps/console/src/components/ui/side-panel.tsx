'use client';

import { X } from 'lucide-react';
import { parseAsString, useQueryState } from 'nuqs';
import { Dialog } from 'radix-ui';
import { useRef, type ReactNode } from 'react';
import { Button } from './button';
import { words } from './words';

interface SidePanelProps {
  open: boolean;
  onClose: () => void;
  /** What kind of thing it shows, above the title. */
  kind: string;
  title: ReactNode;
  /** Finds the element that gets the focus on closing if that which opened the panel is gone, or there was none. */
  opener?: string;
  children: ReactNode;
}

/** Details next to a list, which stays usable: a click on another row shows that one. Escape closes it. */
export function SidePanel({ open, onClose, kind, title, opener, children }: SidePanelProps) {
  const from = useRef<Element | null>(null);
  const giveBack = (event: Event) => {
    event.preventDefault();
    const back = from.current?.isConnected ? from.current : opener ? document.querySelector(opener) : null;
    if (back instanceof HTMLElement) back.focus();
  };
  return (
    <Dialog.Root modal={false} open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={() =>
            (from.current = document.activeElement === document.body ? null : document.activeElement)
          }
          onCloseAutoFocus={giveBack}
          onInteractOutside={(event) => event.preventDefault()}
          className="fixed inset-y-0 right-0 z-40 flex w-[27rem] max-w-full animate-slide flex-col border-l bg-surface shadow-lifted"
        >
          <div className="flex items-start gap-3 border-b px-5 py-4">
            <div className="min-w-0 flex-1">
              <p className="text-xs text-muted">{kind}</p>
              <Dialog.Title className="font-semibold tracking-tight break-words">{title}</Dialog.Title>
            </div>
            <Dialog.Close asChild>
              <Button variant="ghost" size="icon" aria-label={words.closePanel}>
                <X />
              </Button>
            </Dialog.Close>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4">{children}</div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** What a panel shows, stored in the URL under this name: a reload shows it again, Back closes it. */
export function usePanel(name: string) {
  const [shown, set] = useQueryState(name, parseAsString.withOptions({ history: 'push' }));
  return { shown, show: (id: string) => void set(id), close: () => void set(null) };
}
