import type { Metadata } from 'next';
import { ProfilePage } from '@/features/people/profile-page';
import { words } from '@/features/people/words';

export const metadata: Metadata = { title: words.one };

export default function Profile() {
  return <ProfilePage />;
}
