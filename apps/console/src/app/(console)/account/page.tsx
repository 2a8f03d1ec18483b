import type { Metadata } from 'next';
import { AccountPage } from '@/features/account/account-page';
import { words } from '@/features/account/words';

export const metadata: Metadata = { title: words.title };

export default function Page() {
  return <AccountPage />;
}
