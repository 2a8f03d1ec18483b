import type { Metadata } from 'next';
import { TemplatesPage } from '@/features/templates/templates-page';
import { words } from '@/features/templates/words';

export const metadata: Metadata = { title: words.title };

export default function Page() {
  return <TemplatesPage />;
}
