import type { Metadata } from 'next';
import { EditorPage } from '@/features/automations/editor/editor-page';
import { words } from '@/features/automations/words';

export const metadata: Metadata = { title: words.one };

export default async function EditAutomation({ params }: { params: Promise<{ id: string }> }) {
  return <EditorPage id={(await params).id} />;
}
