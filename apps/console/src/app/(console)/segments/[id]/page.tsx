import type { Metadata } from 'next';
import { SegmentPage } from '@/features/segments/segment-page';
import { words } from '@/features/segments/words';

export const metadata: Metadata = { title: words.one };

export default async function Segment({ params }: { params: Promise<{ id: string }> }) {
  return <SegmentPage id={(await params).id} />;
}
