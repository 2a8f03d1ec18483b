'use client';

import { CircleCheck, CircleX } from 'lucide-react';
import Link from 'next/link';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { Spinner } from '@/components/ui/spinner';
import { Form } from '@/components/form/form';
import { TextField } from '@/components/form/fields';
import { useShell } from '@/features/shell/shell-context';
import { useOutcome, useSendFirst } from './queries';
import { words } from './words';

const HTML = `<h1>Hello!</h1><p>This is your first email from Dundun. Everything on its way was recorded: when it was accepted, which provider took it,
and what became of it.</p><p>Next: create a list, and a template.</p>`;

/** Sends a ready-made email to the member and shows where it is: the last of three clicks opens it. */
export function FirstEmail({ domain, onClose }: { domain: string; onClose: () => void }) {
  const { session } = useShell();
  const send = useSendFirst();
  const initial = { to: session.member.email, from: `hello@${domain}` };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={words.sendTitle}
      description={words.sendDescription}
    >
      {send.data ? (
        <Outcome id={send.data.id} />
      ) : (
        <Form
          initial={initial}
          submit={words.sendNow}
          save={({ to, from }) =>
            send.mutateAsync({
              to,
              from: { name: session.workspace.name, email: from },
              subject: words.subject,
              html: HTML,
            })
          }
        >
          <TextField name="to" label={words.to} type="email" required />
          <TextField name="from" label={words.from} type="email" required />
        </Form>
      )}
    </Dialog>
  );
}

function Outcome({ id }: { id: string }) {
  const { data: status } = useOutcome(id);
  if (!status)
    return (
      <p role="status" className="flex items-center gap-2 text-sm text-muted">
        <Spinner /> {words.onItsWay}
      </p>
    );
  const isCaptured = status === 'captured';
  const isGone = isCaptured || status === 'sent' || status === 'delivered';
  const [title, text] = isCaptured
    ? [words.captured, words.capturedText]
    : isGone
      ? [words.handedOver, words.handedOverText]
      : [words.notSent, words.notSentText];
  const Icon = isGone ? CircleCheck : CircleX;
  return (
    <div role="status">
      <p className="flex items-center gap-2 font-medium">
        <Icon className={`size-5 ${isGone ? 'text-good' : 'text-danger'}`} aria-hidden="true" /> {title}
      </p>
      <p className="mt-1 text-sm text-muted">{text}</p>
      <DialogActions>
        <Button asChild>
          <Link href={isCaptured ? '/inbox' : `/messages/${encodeURIComponent(id)}`} autoFocus>
            {isCaptured ? words.openInbox : words.openMessage}
          </Link>
        </Button>
      </DialogActions>
    </div>
  );
}
