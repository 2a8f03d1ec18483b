import type { Metadata } from 'next';
import { RunPage } from '@/features/automations/run/run-page';
import { words } from '@/features/automations/words';

export const metadata: Metadata = { title: words.one };

export default async function Automation({ params }: { params: Promise<{ id: string }> }) {
  return <RunPage id={(await params).id} />;
}
