import type { Metadata } from 'next';
import { MessagesPage } from '@/features/messages/messages-page';
import { words } from '@/features/messages/words';

export const metadata: Metadata = { title: words.title };

export default function Page() {
  return <MessagesPage />;
}
