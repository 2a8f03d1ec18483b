import type { Metadata } from 'next';
import { KeysPage } from '@/features/keys/keys-page';
import { words } from '@/features/keys/words';

export const metadata: Metadata = { title: words.title };

export default function Page() {
  return <KeysPage />;
}
