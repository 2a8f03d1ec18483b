import type { Metadata } from 'next';
import { ResetPage } from '@/features/session/reset-page';
import { words } from '@/features/session/words';

export const metadata: Metadata = { title: words.resetTitle, referrer: 'no-referrer' };

export default function Page() {
  return <ResetPage />;
}
