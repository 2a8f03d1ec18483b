import type { Metadata } from 'next';
import { ImportPage } from '@/features/imports/import-page';
import { words } from '@/features/imports/words';

export const metadata: Metadata = { title: words.one };

export default function Import() {
  return <ImportPage />;
}
