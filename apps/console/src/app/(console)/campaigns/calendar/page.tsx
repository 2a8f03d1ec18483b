import type { Metadata } from 'next';
import { CalendarPage } from '@/features/campaigns/calendar/calendar-page';
import { words } from '@/features/campaigns/calendar/words';

export const metadata: Metadata = { title: words.title };

export default function Page() {
  return <CalendarPage />;
}
