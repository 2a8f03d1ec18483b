import { Ellipsis, KeyRound, RotateCw, Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { toast } from '@/lib/toast';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Menu, MenuItem } from '@/components/ui/menu';
import { useCheckDomain, useRemoveDomain, useRotateKeys, type DomainDetail } from './queries';
import { words } from './words';

const fail = toast.failure;

/** Shows the result of a check in one sentence. */
function say({ domain, status, records }: DomainDetail): void {
  const left = records.filter(({ required, status: found }) => required && found !== 'ok').length;
  if (left > 0) toast.message(words.checkedLeft(left), { description: words.checkedLeftText });
  else toast.success(status === 'connected' ? words.checkedConnected(domain) : words.checkedOk);
}

export function DomainActions({ domain }: { domain: DomainDetail }) {
  const router = useRouter();
  const [asking, setAsking] = useState<'rotate' | 'remove' | null>(null);
  const check = useCheckDomain(domain.id);
  const rotate = useRotateKeys(domain.id);
  const remove = useRemoveDomain(domain.id);
  const close = () => setAsking(null);
  const rotated = ({ rotation_pending }: DomainDetail) => {
    toast.success(rotation_pending ? words.rotatedWaiting : words.rotated);
    close();
  };
  const removed = () => {
    toast.success(words.removed(domain.domain));
    router.push('/settings/domains');
  };
  const trigger = (
    <Button variant="outline" size="icon" className="size-9!" aria-label={words.actions(domain.domain)}>
      <Ellipsis />
    </Button>
  );
  return (
    <>
      <Button busy={check.isPending} onClick={() => check.mutate(undefined, { onSuccess: say, onError: fail })}>
        {!check.isPending && <RotateCw />} {words.check}
      </Button>
      <Menu trigger={trigger}>
        <MenuItem onSelect={() => setAsking('rotate')}>
          <KeyRound aria-hidden="true" className="text-muted" /> {words.rotate}
        </MenuItem>
        <MenuItem danger onSelect={() => setAsking('remove')}>
          <Trash2 aria-hidden="true" /> {words.remove}
        </MenuItem>
      </Menu>
      <ConfirmDialog
        open={asking === 'rotate'}
        onOpenChange={close}
        title={words.rotateTitle}
        description={words.rotateText}
        action={words.rotate}
        busy={rotate.isPending}
        onConfirm={() => rotate.mutate(undefined, { onSuccess: rotated, onError: fail })}
      />
      <ConfirmDialog
        open={asking === 'remove'}
        onOpenChange={close}
        title={words.removeTitle(domain.domain)}
        description={words.removeText}
        action={words.removeAction}
        busy={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onSuccess: removed, onError: fail })}
      />
    </>
  );
}
