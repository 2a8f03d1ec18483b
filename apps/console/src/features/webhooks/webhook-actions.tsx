import { Ellipsis, KeyRound, Pencil, Power, RotateCcw, Send, Trash2 } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Menu, MenuItem, MenuLine } from '@/components/ui/menu';
import { toast } from '@/lib/toast';
import { useChangeWebhook, useRemoveWebhook, useRotateSecret, useTestWebhook, type Webhook } from './queries';
import { words } from './words';

const WebhookDialog = dynamic(() => import('./webhook-dialog').then(({ WebhookDialog: loaded }) => loaded));
const SecretDialog = dynamic(() => import('./secret-dialog').then(({ SecretDialog: loaded }) => loaded));
const ReplayDialog = dynamic(() => import('./replay-dialog').then(({ ReplayDialog: loaded }) => loaded));

type Asked = 'edit' | 'rotate' | 'remove' | 'replay' | null;

/** What can be done with a webhook. */
export function WebhookActions({ webhook }: { webhook: Webhook }) {
  const { id, enabled } = webhook;
  const router = useRouter();
  const [asked, ask] = useState<Asked>(null);
  const [secret, setSecret] = useState<string>();
  const change = useChangeWebhook(id);
  const test = useTestWebhook(id);
  const rotate = useRotateSecret(id);
  const remove = useRemoveWebhook(id);
  const close = () => ask(null);
  const say = ({ delivered, status, milliseconds, error }: Awaited<ReturnType<typeof test.mutateAsync>>) =>
    delivered
      ? toast.success(words.testOk({ status: status ?? 200, ms: milliseconds ?? 0 }))
      : toast.error(words.testFailed, { description: error ?? words.testStatus({ status: status ?? 0 }) });
  const turn = () =>
    void change
      .mutateAsync({ enabled: !enabled })
      .then(() => toast.success(enabled ? words.switchedOff : words.switchedOn), toast.failure);
  const rotated = ({ secret: made }: { secret: string }) => {
    close();
    setSecret(made);
  };
  const removed = () => {
    toast.success(words.removed);
    router.push('/settings/webhooks');
  };
  return (
    <>
      <Button variant="outline" busy={test.isPending} onClick={() => void test.mutateAsync().then(say, toast.failure)}>
        {!test.isPending && <Send />} {words.test}
      </Button>
      <Button variant="outline" onClick={() => ask('edit')}>
        <Pencil /> {words.edit}
      </Button>
      <Menu
        trigger={
          <Button variant="outline" size="icon" aria-label={words.actions}>
            <Ellipsis />
          </Button>
        }
      >
        <MenuItem onSelect={() => ask('replay')}>
          <RotateCcw aria-hidden="true" className="text-muted" /> {words.replay}
        </MenuItem>
        <MenuItem onSelect={() => ask('rotate')}>
          <KeyRound aria-hidden="true" className="text-muted" /> {words.rotate}
        </MenuItem>
        <MenuItem onSelect={turn}>
          <Power aria-hidden="true" className="text-muted" /> {enabled ? words.switchOff : words.switchOn}
        </MenuItem>
        <MenuLine />
        <MenuItem danger onSelect={() => ask('remove')}>
          <Trash2 aria-hidden="true" /> {words.remove}
        </MenuItem>
      </Menu>
      {asked === 'edit' && (
        <WebhookDialog
          webhook={webhook}
          save={(fields) =>
            change.mutateAsync(fields).then(() => {
              toast.success(words.saved);
              close();
            })
          }
          onClose={close}
        />
      )}
      {asked === 'replay' && <ReplayDialog id={id} onClose={close} />}
      <ConfirmDialog
        open={asked === 'rotate'}
        onOpenChange={close}
        title={words.rotateTitle}
        description={words.rotateText}
        action={words.rotate}
        isSafe
        busy={rotate.isPending}
        onConfirm={() => void rotate.mutateAsync().then(rotated, toast.failure)}
      />
      <ConfirmDialog
        open={asked === 'remove'}
        onOpenChange={close}
        title={words.removeTitle}
        description={words.removeText}
        action={words.remove}
        busy={remove.isPending}
        onConfirm={() => void remove.mutateAsync().then(removed, toast.failure)}
      />
      {secret && <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
    </>
  );
}
