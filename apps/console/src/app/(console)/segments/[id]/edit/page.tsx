import type { Metadata } from 'next';
import { EditSegmentPage } from '@/features/segments/builder/builder-page';
import { words } from '@/features/segments/words';

export const metadata: Metadata = { title: words.edit };

export default async function EditSegment({ params }: { params: Promise<{ id: string }> }) {
  return <EditSegmentPage id={(await params).id} />;
}
