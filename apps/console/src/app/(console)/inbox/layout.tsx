import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { InboxPage } from '@/features/inbox/inbox-page';
import { words } from '@/features/inbox/words';

export const metadata: Metadata = { title: words.title };

export default function InboxLayout({ children }: { children: ReactNode }) {
  return <InboxPage>{children}</InboxPage>;
}
