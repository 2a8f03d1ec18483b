import { NothingOpen } from '@/features/inbox/nothing-open';

export default function Inbox() {
  return <NothingOpen />;
}
