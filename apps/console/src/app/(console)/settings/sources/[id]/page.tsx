import type { Metadata } from 'next';
import { SourcePage } from '@/features/sources/source-page';
import { words } from '@/features/sources/words';

export const metadata: Metadata = { title: words.one };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  return <SourcePage id={(await params).id} />;
}
