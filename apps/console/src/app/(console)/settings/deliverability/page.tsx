import type { Metadata } from 'next';
import { DeliverabilityPage } from '@/features/deliverability/deliverability-page';
import { words } from '@/features/deliverability/words';

export const metadata: Metadata = { title: words.title };

export default function Page() {
  return <DeliverabilityPage />;
}
