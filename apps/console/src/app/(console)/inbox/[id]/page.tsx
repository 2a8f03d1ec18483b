import { Message } from '@/features/inbox/message';

export default async function InboxMessage({ params }: { params: Promise<{ id: string }> }) {
  return <Message id={(await params).id} />;
}
