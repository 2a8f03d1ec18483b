import type { Metadata } from 'next';
import { HomePage } from '@/features/home/home-page';
import { words } from '@/features/home/words';

export const metadata: Metadata = { title: words.title };

export default function Home() {
  return <HomePage />;
}
