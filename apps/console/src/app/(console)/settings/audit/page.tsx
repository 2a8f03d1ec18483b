import type { Metadata } from 'next';
import { AuditPage } from '@/features/audit/audit-page';
import { words } from '@/features/audit/words';

export const metadata: Metadata = { title: words.title };

export default function Page() {
  return <AuditPage />;
}
