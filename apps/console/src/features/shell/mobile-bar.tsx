'use client';

import { Menu as MenuIcon } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useRef, useState } from 'react';
import { Wordmark } from '@/components/drum';
import { Button } from '@/components/ui/button';
import { words } from './words';

const Drawer = dynamic(() => import('./drawer').then(({ Drawer: loaded }) => loaded), { ssr: false });

/** The bar of small screens, with a button for the navigation. */
export function MobileBar() {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const change = (next: boolean) => {
    setOpen(next);
    if (!next) button.current?.focus();
  };
  return (
    <header className="sticky top-0 z-30 flex h-14 shrink-0 items-center gap-2 border-b bg-background/90 px-3 backdrop-blur lg:hidden">
      <Button
        ref={button}
        variant="ghost"
        size="icon"
        className="size-10!"
        aria-label={words.openNavigation}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <MenuIcon className="!size-5" />
      </Button>
      <Wordmark />
      {open && <Drawer onOpenChange={change} />}
    </header>
  );
}
