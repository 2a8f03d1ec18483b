import type { Metadata } from 'next';
import { ProvidersPage } from '@/features/providers/providers-page';
import { words } from '@/features/providers/words';

export const metadata: Metadata = { title: words.title };

export default function Page() {
  return <ProvidersPage />;
}
