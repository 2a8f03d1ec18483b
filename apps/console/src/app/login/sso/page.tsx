import type { Metadata } from 'next';
import { SsoPage } from '@/features/session/sso-page';
import { words } from '@/features/session/words';

export const metadata: Metadata = { title: words.ssoTitle, referrer: 'no-referrer' };

export default function Page() {
  return <SsoPage />;
}
