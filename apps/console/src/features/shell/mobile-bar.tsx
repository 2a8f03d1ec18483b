'use client';

import { Menu as MenuIcon, X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useState } from 'react';
import { Wordmark } from '@/components/drum';
import { Button } from '@/components/ui/button';
import { veil } from '@/components/ui/dialog';
import { words as common } from '@/components/ui/words';
import { Sidebar } from './sidebar';
import { words } from './words';

/** The navigation on small screens: a bar, and a drawer from the left. */
export function MobileBar() {
  const [open, setOpen] = useState(false);
  return (
    <header className="sticky top-0 z-30 flex h-14 shrink-0 items-center gap-2 border-b bg-background/90 px-3 backdrop-blur lg:hidden">
      <Dialog.Root open={open} onOpenChange={setOpen}>
        <Dialog.Trigger asChild>
          <Button variant="ghost" size="icon" className="size-10!" aria-label={words.openNavigation}>
            <MenuIcon className="!size-5" />
          </Button>
        </Dialog.Trigger>
        <Dialog.Portal>
          <Dialog.Overlay className={veil} />
          <Dialog.Content
            aria-describedby={undefined}
            className="fixed inset-y-0 left-0 z-50 w-68 max-w-[85vw] border-r bg-sunken shadow-lifted lg:hidden"
          >
            <Dialog.Title className="sr-only">{words.navigation}</Dialog.Title>
            <Sidebar onLeave={() => setOpen(false)} />
            <Dialog.Close asChild>
              <Button variant="ghost" size="icon" className="absolute top-4 right-3" aria-label={common.close}>
                <X />
              </Button>
            </Dialog.Close>
          </Dialog.Content>
        </Dialog.Portal>
      </Dialog.Root>
      <Wordmark />
    </header>
  );
}
