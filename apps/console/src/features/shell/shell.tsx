'use client';

import type { SessionView } from '@dundun/client';
import { useMemo, type ReactNode } from 'react';
import { cn } from '@/lib/cn';
import { MobileBar } from './mobile-bar';
import { ShellContext } from './shell-context';
import { Sidebar } from './sidebar';
import { words } from './words';

interface ShellProps {
  session: SessionView;
  publicUrl: string;
  children: ReactNode;
}

/** The frame around every page after login. */
export function Shell({ session, publicUrl, children }: ShellProps) {
  const facts = useMemo(() => ({ session, publicUrl }), [session, publicUrl]);
  return (
    <ShellContext value={facts}>
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 -translate-y-16 rounded-lg bg-primary px-4 py-2 text-sm font-medium text-on-primary focus:translate-y-0"
      >
        {words.skip}
      </a>
      <div className="flex min-h-dvh flex-col lg:flex-row">
        <MobileBar />
        <aside className="sticky top-0 hidden h-dvh w-60 shrink-0 border-r bg-sunken lg:block">
          <Sidebar />
        </aside>
        <main id="content" tabIndex={-1} className="flex min-w-0 flex-1 scroll-mt-16 flex-col outline-none">
          {children}
        </main>
      </div>
    </ShellContext>
  );
}

/** The width and padding of an ordinary page. */
export function Page({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={cn('mx-auto w-full max-w-5xl px-4 py-6 sm:px-8 sm:py-9', className)}>{children}</div>;
}
