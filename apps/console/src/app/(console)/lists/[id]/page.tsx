import type { Metadata } from 'next';
import { ListPage } from '@/features/members/list-page';
import { words } from '@/features/lists/words';

export const metadata: Metadata = { title: words.one };

export default async function List({ params }: { params: Promise<{ id: string }> }) {
  return <ListPage id={(await params).id} />;
}
