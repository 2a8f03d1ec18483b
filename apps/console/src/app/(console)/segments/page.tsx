import type { Metadata } from 'next';
import { SegmentsPage } from '@/features/segments/segments-page';
import { words } from '@/features/segments/words';

export const metadata: Metadata = { title: words.title };

export default function Segments() {
  return <SegmentsPage />;
}
