import type { Metadata } from 'next';
import { AcceptPage } from '@/features/session/accept-page';
import { words } from '@/features/session/words';

export const metadata: Metadata = { title: words.acceptTitle, referrer: 'no-referrer' };

export default function Page() {
  return <AcceptPage />;
}
