import type { Metadata } from 'next';
import { TemplatePage } from '@/features/templates/template-page';
import { words } from '@/features/templates/words';

export const metadata: Metadata = { title: words.one };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  return <TemplatePage id={(await params).id} />;
}
