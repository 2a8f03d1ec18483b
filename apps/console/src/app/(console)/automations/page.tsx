import type { Metadata } from 'next';
import { AutomationsPage } from '@/features/automations/list/automations-page';
import { words } from '@/features/automations/words';

export const metadata: Metadata = { title: words.title };

export default function Automations() {
  return <AutomationsPage />;
}
