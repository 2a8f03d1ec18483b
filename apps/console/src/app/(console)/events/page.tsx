import type { Metadata } from 'next';
import { EventsPage } from '@/features/events/events-page';
import { words } from '@/features/events/words';

export const metadata: Metadata = { title: words.title };

export default function Events() {
  return <EventsPage />;
}
