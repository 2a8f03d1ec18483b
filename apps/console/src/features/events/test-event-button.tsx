import { answerOf } from '@dundun/client';
import { useMutation } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { May } from '@/features/session/may';
import { api } from '@/lib/api';
import { toast } from '@/lib/toast';
import { words } from './words';

/** Whose event it is; a person of this name is easy to tell and to erase. */
const UID = 'test-person';
const EVENT = { event: 'Test event', properties: { sent_from: 'console' } };

/** Sends an event as an application would, so that somebody sees one before any code is written. */
export function TestEventButton({ onSent }: { onSent: () => void }) {
  const { isPending, mutateAsync } = useMutation({
    mutationFn: () => answerOf(api.POST('/v1/users/{uid}/events', { params: { path: { uid: UID } }, body: EVENT })),
  });
  const send = () =>
    void mutateAsync().then(() => {
      toast.success(words.testSent({ uid: UID }));
      onSent();
    }, toast.failure);
  return (
    <May call="trackEvent">
      <Button busy={isPending} onClick={send}>
        <Send /> {words.sendTest}
      </Button>
    </May>
  );
}
