import type { Metadata } from 'next';
import { ProfilesPage } from '@/features/profiles/profiles-page';
import { words } from '@/features/profiles/words';

export const metadata: Metadata = { title: words.title };

export default function Page() {
  return <ProfilesPage />;
}
