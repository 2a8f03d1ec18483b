'use client';

import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { May } from '@/features/session/may';
import { toast } from '@/lib/toast';
import { useCancelMessage, useSendAgain, useSettle, type MessageView } from './queries';
import { words } from './words';

const ConfirmDialog = dynamic(() => import('@/components/ui/confirm-dialog').then((loaded) => loaded.ConfirmDialog));

const messagePath = (id: string) => `/messages/${encodeURIComponent(id)}`;

/** What can be done with a message, as the API says. */
export function Actions({ message }: { message: MessageView }) {
  const { id, actions } = message;
  return (
    <>
      {actions.includes('cancel') && (
        <May call="cancelMessage">
          <Cancel id={id} />
        </May>
      )}
      {actions.includes('send_again') && (
        <May call="sendMessageAgain">
          <SendAgain message={message} />
        </May>
      )}
    </>
  );
}

function Cancel({ id }: { id: string }) {
  const cancel = useCancelMessage(id);
  const press = () =>
    cancel.mutate(undefined, { onSuccess: () => void toast.success(words.canceled), onError: toast.failure });
  return (
    <Button variant="outline" busy={cancel.isPending} onClick={press}>
      {words.cancel}
    </Button>
  );
}

function SendAgain({ message }: { message: MessageView }) {
  const [isOpen, setOpen] = useState(false);
  const again = useSendAgain(message.id);
  const router = useRouter();
  const confirm = () =>
    again.mutate(undefined, {
      onSuccess: ({ id }) => {
        setOpen(false);
        void toast.success(words.sentAgain);
        router.push(messagePath(id));
      },
      onError: (error) => {
        setOpen(false);
        toast.failure(error);
      },
    });
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        {words.sendAgain}
      </Button>
      {isOpen && (
        <ConfirmDialog
          open
          onOpenChange={setOpen}
          title={words.sendAgainTitle}
          description={words.sendAgainText({ n: message.recipients.length, to: message.recipients[0]?.address ?? '' })}
          action={words.sendAgain}
          busy={again.isPending}
          isSafe
          onConfirm={confirm}
        />
      )}
    </>
  );
}

/** The decision about a message whose outcome nobody knows. */
export function Settle({ message }: { message: MessageView }) {
  const settle = useSettle(message.id);
  const router = useRouter();
  if (!message.actions.includes('settle')) return null;
  const decide = (outcome: 'arrived' | 'send_again') =>
    settle.mutate(outcome, {
      onSuccess: ({ id }) => {
        void toast.success(id ? words.sentAgain : words.settled);
        if (id) router.push(messagePath(id));
      },
      onError: toast.failure,
    });
  return (
    <May call="settleMessage">
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <span className="text-[13px] text-muted">{words.settleQuestion}</span>
        <Button size="sm" variant="outline" busy={settle.isPending} onClick={() => decide('arrived')}>
          {words.itArrived}
        </Button>
        <Button size="sm" variant="outline" busy={settle.isPending} onClick={() => decide('send_again')}>
          {words.sendAgain}
        </Button>
      </div>
    </May>
  );
}
