'use client';

import { CircleX, Copy, Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import type { LoadedMenuProps } from '@/components/ui/lazy-menu';
import { Menu, MenuItem } from '@/components/ui/menu';
import { toast } from '@/lib/toast';
import { numbersOf } from './numbers';
import { useDeleteCampaign, useDuplicateCampaign, useMoveCampaign, type Campaign } from './queries';
import { words } from './words';

export interface CampaignActionsProps {
  campaign: Campaign;
  onDeleted?: () => void;
}

/** Deleting and canceling ask first: neither can be undone. */
export function CampaignActions({ campaign, onDeleted, trigger, defaultOpen }: CampaignActionsProps & LoadedMenuProps) {
  const { id, name, state } = campaign;
  const router = useRouter();
  const [asks, setAsks] = useState<'delete' | 'cancel' | null>(null);
  const duplicate = useDuplicateCampaign();
  const remove = useDeleteCampaign();
  const move = useMoveCampaign(id);
  const isOver = state === 'sent' || state === 'canceled';
  const copy = () =>
    void duplicate.mutateAsync(id).then((made) => {
      toast.success(words.duplicated);
      router.push(`/campaigns/${made.id}`);
    }, toast.failure);
  const close = () => setAsks(null);
  const confirm = () =>
    void (asks === 'delete' ? remove.mutateAsync(id) : move.mutateAsync('cancel'))
      .then(() => {
        toast.success(asks === 'delete' ? words.removed(name) : words.canceled);
        if (asks === 'delete') onDeleted?.();
      }, toast.failure)
      .finally(close);
  return (
    <>
      <Menu trigger={trigger} defaultOpen={defaultOpen}>
        <MenuItem onSelect={copy}>
          <Copy aria-hidden="true" className="text-muted" /> {words.duplicate}
        </MenuItem>
        {state === 'draft' && (
          <MenuItem danger onSelect={() => setAsks('delete')}>
            <Trash2 aria-hidden="true" /> {words.remove}
          </MenuItem>
        )}
        {state !== 'draft' && !isOver && (
          <MenuItem danger onSelect={() => setAsks('cancel')}>
            <CircleX aria-hidden="true" /> {words.cancel}
          </MenuItem>
        )}
      </Menu>
      <ConfirmDialog
        open={asks !== null}
        onOpenChange={close}
        title={asks === 'cancel' ? words.cancelTitle(name) : words.removeTitle(name)}
        description={asks === 'cancel' ? words.cancelText({ n: numbersOf(campaign).waiting }) : words.removeText}
        action={asks === 'cancel' ? words.cancel : words.remove}
        busy={remove.isPending || move.isPending}
        onConfirm={confirm}
      />
    </>
  );
}
