import type { Metadata } from 'next';
import { SuppressionsPage } from '@/features/suppressions/suppressions-page';
import { words } from '@/features/suppressions/words';

export const metadata: Metadata = { title: words.title };

export default function Page() {
  return <SuppressionsPage />;
}
