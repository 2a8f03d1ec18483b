'use client';

import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { Button } from '@/components/ui/button';
import { veil } from '@/components/ui/dialog';
import { words as common } from '@/components/ui/words';
import { Sidebar } from './sidebar';
import { words } from './words';

/** The navigation of small screens, from the left. */
export const Drawer = ({ onOpenChange }: { onOpenChange: (open: boolean) => void }) => (
  <Dialog.Root open onOpenChange={onOpenChange}>
    <Dialog.Portal>
      <Dialog.Overlay className={veil} />
      <Dialog.Content
        aria-describedby={undefined}
        className="fixed inset-y-0 left-0 z-50 w-68 max-w-[85vw] border-r bg-sunken shadow-lifted lg:hidden"
      >
        <Dialog.Title className="sr-only">{words.navigation}</Dialog.Title>
        <Sidebar onLeave={() => onOpenChange(false)} />
        <Dialog.Close asChild>
          <Button variant="ghost" size="icon" className="absolute top-4 right-3" aria-label={common.close}>
            <X />
          </Button>
        </Dialog.Close>
      </Dialog.Content>
    </Dialog.Portal>
  </Dialog.Root>
);
