import type { Metadata } from 'next';
import { ConsentsPage } from '@/features/consents/consents-page';
import { words } from '@/features/consents/words';

export const metadata: Metadata = { title: words.title };

export default function Page() {
  return <ConsentsPage />;
}
