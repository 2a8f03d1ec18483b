import type { Metadata } from 'next';
import { DomainPage } from '@/features/domains/domain-page';
import { words } from '@/features/domains/words';

export const metadata: Metadata = { title: words.one };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  return <DomainPage id={(await params).id} />;
}
