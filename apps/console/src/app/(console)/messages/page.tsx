import type { Metadata } from 'next';
import { LookupPage } from '@/features/messages/lookup-page';
import { words } from '@/features/messages/words';

export const metadata: Metadata = { title: words.title };

export default function Page() {
  return <LookupPage />;
}
