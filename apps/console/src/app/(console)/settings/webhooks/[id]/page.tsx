import type { Metadata } from 'next';
import { WebhookPage } from '@/features/webhooks/webhook-page';
import { words } from '@/features/webhooks/words';

export const metadata: Metadata = { title: words.one };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  return <WebhookPage id={(await params).id} />;
}
