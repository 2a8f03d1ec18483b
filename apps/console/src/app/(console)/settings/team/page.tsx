import type { Metadata } from 'next';
import { TeamPage } from '@/features/team/team-page';
import { words } from '@/features/team/words';

export const metadata: Metadata = { title: words.title };

export default function Page() {
  return <TeamPage />;
}
