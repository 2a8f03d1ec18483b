import type { Metadata } from 'next';
import { ImportsPage } from '@/features/imports/imports-page';
import { words } from '@/features/imports/words';

export const metadata: Metadata = { title: words.title };

export default function Imports() {
  return <ImportsPage />;
}
