'use client';

import { Copy, Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import type { LoadedMenuProps } from '@/components/ui/lazy-menu';
import { Menu, MenuItem } from '@/components/ui/menu';
import { toast } from '@/lib/toast';
import { useDeleteAutomation, useDuplicateAutomation, type Automation } from './queries';
import { words } from './words';

export interface AutomationActionsProps {
  automation: Pick<Automation, 'id' | 'name' | 'live_version'>;
  onDeleted?: () => void;
}

/** Only what was never published can be deleted; it asks first. */
export function AutomationActions(props: AutomationActionsProps & LoadedMenuProps) {
  const { automation, onDeleted, trigger, defaultOpen } = props;
  const { id, name, live_version } = automation;
  const router = useRouter();
  const [isAsking, setAsking] = useState(false);
  const duplicate = useDuplicateAutomation();
  const remove = useDeleteAutomation();
  const copy = () =>
    void duplicate.mutateAsync(id).then((made) => {
      toast.success(words.duplicated);
      router.push(`/automations/${made.id}/edit`);
    }, toast.failure);
  const confirm = () =>
    void remove
      .mutateAsync(id)
      .then(() => {
        toast.success(words.removed(name));
        onDeleted?.();
      }, toast.failure)
      .finally(() => setAsking(false));
  return (
    <>
      <Menu trigger={trigger} defaultOpen={defaultOpen}>
        <MenuItem onSelect={copy}>
          <Copy aria-hidden="true" className="text-muted" /> {words.duplicate}
        </MenuItem>
        {live_version === null && (
          <MenuItem danger onSelect={() => setAsking(true)}>
            <Trash2 aria-hidden="true" /> {words.remove}
          </MenuItem>
        )}
      </Menu>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={words.removeTitle(name)}
        description={words.removeText}
        action={words.remove}
        busy={remove.isPending}
        onConfirm={confirm}
      />
    </>
  );
}
