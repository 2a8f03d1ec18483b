import type { Metadata } from 'next';
import { ListsPage } from '@/features/lists/lists-page';
import { words } from '@/features/lists/words';

export const metadata: Metadata = { title: words.title };

export default function Lists() {
  return <ListsPage />;
}
