import type { Metadata } from 'next';
import { EditorPage } from '@/features/editor/editor-page';
import { words } from '@/features/editor/words';

export const metadata: Metadata = { title: words.title };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  return <EditorPage id={(await params).id} />;
}
