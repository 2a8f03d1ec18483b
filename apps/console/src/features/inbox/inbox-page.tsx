'use client';

import { useParams } from 'next/navigation';
import type { ReactNode } from 'react';
import { cn } from '@/lib/cn';
import { MessageList } from './message-list';

/** The list next to the open message; smaller screens show one or the other. */
export function InboxPage({ children }: { children: ReactNode }) {
  const { id } = useParams<{ id?: string }>();
  return (
    <div className="flex min-h-0 flex-1 flex-col xl:flex-row">
      <section className={cn('xl:w-96 xl:shrink-0 xl:border-r', id && 'hidden xl:block')}>
        <div className="px-4 py-6 sm:px-8 sm:py-9 xl:sticky xl:top-0 xl:flex xl:h-dvh xl:flex-col xl:px-0 xl:pt-6 xl:pb-0">
          <MessageList openId={id} />
        </div>
      </section>
      <section className={cn('min-w-0 flex-1 flex-col bg-surface', id ? 'flex' : 'hidden xl:flex')}>{children}</section>
    </div>
  );
}
