import type { Metadata } from 'next';
import { WebhooksPage } from '@/features/webhooks/webhooks-page';
import { words } from '@/features/webhooks/words';

export const metadata: Metadata = { title: words.title };

export default function Page() {
  return <WebhooksPage />;
}
