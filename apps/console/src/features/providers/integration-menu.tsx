import { Ellipsis, KeyRound, Unplug } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { toast } from '@/lib/toast';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Menu, MenuItem } from '@/components/ui/menu';
import { useDisconnect, type IntegrationView, type ProviderView } from './queries';
import { words } from './words';

const ChangeDialog = dynamic(() => import('./change-dialog').then(({ ChangeDialog: loaded }) => loaded));

interface IntegrationMenuProps {
  integration: IntegrationView;
  provider: ProviderView;
  title: string;
}

export function IntegrationMenu({ integration, provider, title }: IntegrationMenuProps) {
  const [open, setOpen] = useState<'change' | 'remove' | null>(null);
  const disconnect = useDisconnect(integration.id);
  const close = () => setOpen(null);
  const confirm = () =>
    disconnect.mutate(undefined, {
      onSuccess: () => {
        toast.success(words.removed(title));
        close();
      },
      onError: toast.failure,
    });
  const trigger = (
    <Button variant="ghost" size="icon" aria-label={words.actions(title)}>
      <Ellipsis />
    </Button>
  );
  return (
    <>
      <Menu trigger={trigger}>
        <MenuItem onSelect={() => setOpen('change')}>
          <KeyRound aria-hidden="true" className="text-muted" /> {words.change}
        </MenuItem>
        <MenuItem danger onSelect={() => setOpen('remove')}>
          <Unplug aria-hidden="true" /> {words.remove}
        </MenuItem>
      </Menu>
      {open === 'change' && (
        <ChangeDialog provider={provider} integration={integration} title={title} onClose={close} />
      )}
      <ConfirmDialog
        open={open === 'remove'}
        onOpenChange={close}
        title={words.removeTitle(title)}
        description={words.removeText}
        action={words.removeAction}
        busy={disconnect.isPending}
        onConfirm={confirm}
      />
    </>
  );
}
