import type { Metadata } from 'next';
import { PeoplePage } from '@/features/people/people-page';
import { words } from '@/features/people/words';

export const metadata: Metadata = { title: words.title };

export default function People() {
  return <PeoplePage />;
}
