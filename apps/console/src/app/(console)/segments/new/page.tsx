import type { Metadata } from 'next';
import { NewSegmentPage } from '@/features/segments/builder/builder-page';
import { words } from '@/features/segments/words';

export const metadata: Metadata = { title: words.create };

export default function NewSegment() {
  return <NewSegmentPage />;
}
