import type { Metadata } from 'next';
import { DomainsPage } from '@/features/domains/domains-page';
import { words } from '@/features/domains/words';

export const metadata: Metadata = { title: words.title };

export default function Page() {
  return <DomainsPage />;
}
