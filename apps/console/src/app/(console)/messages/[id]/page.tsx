import type { Metadata } from 'next';
import { MessagePage } from '@/features/messages/message-page';
import { words } from '@/features/messages/words';

export const metadata: Metadata = { title: words.one };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  return <MessagePage id={(await params).id} />;
}
