import type { Metadata } from 'next';
import { SettingsPage } from '@/features/settings/settings-page';
import { words } from '@/features/settings/words';

export const metadata: Metadata = { title: words.title };

export default function Page() {
  return <SettingsPage />;
}
