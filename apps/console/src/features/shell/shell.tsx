'use client';

import type { SessionView } from '@dundun/client';
import { useMemo, type ReactNode } from 'react';
import { PageSkeleton } from '@/components/ui/page-skeleton';
import { cn } from '@/lib/cn';
import { setDraftOwner } from '@/lib/drafts';
import { useHydrated } from '@/lib/use-hydrated';
import { HistoryGuard } from './history-guard';
import { MobileBar } from './mobile-bar';
import { ShellContext } from './shell-context';
import { ShellKeys } from './shell-keys';
import { Sidebar } from './sidebar';
import { words } from './words';

interface ShellProps {
  session: SessionView;
  publicUrl: string;
  children: ReactNode;
}

/** The frame around every page after login. A page comes into it as soon as it can take a press or a key. */
export function Shell({ session, publicUrl, children }: ShellProps) {
  const facts = useMemo(() => ({ session, publicUrl }), [session, publicUrl]);
  const isHydrated = useHydrated();
  setDraftOwner(session.member.id); // before the first form reads its draft
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
        <aside className="sticky top-0 hidden h-dvh w-56 shrink-0 border-r bg-sunken lg:block">
          <Sidebar />
        </aside>
        <main id="content" tabIndex={-1} className="flex min-w-0 flex-1 scroll-mt-16 flex-col outline-none">
          {isHydrated ? (
            children
          ) : (
            <Page>
              <PageSkeleton />
            </Page>
          )}
        </main>
      </div>
      <ShellKeys />
      <HistoryGuard />
    </ShellContext>
  );
}

interface PageProps {
  /** Pages of prose and forms are narrow; those of tables are as wide as the window. */
  isNarrow?: boolean;
  className?: string;
  children: ReactNode;
}

/** The width and padding of a page. */
export const Page = ({ isNarrow, className, children }: PageProps) => (
  <div className={cn('w-full px-4 py-5 sm:px-6 sm:py-6', isNarrow && 'max-w-4xl', className)}>{children}</div>
);
