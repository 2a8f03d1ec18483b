import type { Metadata } from 'next';
import { ForgotPage } from '@/features/session/forgot-page';
import { words } from '@/features/session/words';

export const metadata: Metadata = { title: words.forgotTitle };

export default function Page() {
  return <ForgotPage />;
}
