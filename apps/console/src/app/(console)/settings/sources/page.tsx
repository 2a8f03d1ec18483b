import type { Metadata } from 'next';
import { SourcesPage } from '@/features/sources/sources-page';
import { words } from '@/features/sources/words';

export const metadata: Metadata = { title: words.title };

export default function Page() {
  return <SourcesPage />;
}
