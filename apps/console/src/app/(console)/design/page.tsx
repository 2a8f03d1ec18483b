import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { DesignPage } from '@/features/design/design-page';
import { isDevelopment } from '@/lib/env';

export const metadata: Metadata = { title: 'Design system' };

/** Every part of the console on one page; in development only. */
export default function Design() {
  if (!isDevelopment) notFound();
  return <DesignPage />;
}
