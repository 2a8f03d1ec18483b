'use client';

import type { ListView } from '@dundun/client';
import { Archive, Newspaper, Pencil } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import type { LoadedMenuProps } from '@/components/ui/lazy-menu';
import { Menu, MenuItem } from '@/components/ui/menu';
import { useMay } from '@/features/session/use-may';
import { toast } from '@/lib/toast';
import { useArchiveList, useRestoreList } from './queries';
import { words } from './words';

const ArchiveDialog = dynamic(() => import('./archive-dialog').then(({ ArchiveDialog: loaded }) => loaded));
const EditListDialog = dynamic(() => import('./edit-list-dialog').then(({ EditListDialog: loaded }) => loaded));

export interface ListActionsProps {
  list: ListView;
  onArchived?: () => void;
}

/** Archiving does not ask: it can be undone. */
export function ListActions({ list, onArchived, trigger, defaultOpen }: ListActionsProps & LoadedMenuProps) {
  const [editing, setEditing] = useState(false);
  const [showing, setShowing] = useState(false);
  const mayShow = useMay('updateListArchive');
  const archive = useArchiveList();
  const restore = useRestoreList();
  const putAway = () =>
    void archive.mutateAsync(list.id).then(() => {
      toast.undoable(words.archived(list.title), () => restore.mutateAsync(list.id), words.restored(list.title));
      onArchived?.();
    }, toast.failure);
  return (
    <>
      <Menu trigger={trigger} defaultOpen={defaultOpen}>
        <MenuItem onSelect={() => setEditing(true)}>
          <Pencil aria-hidden="true" className="text-muted" /> {words.edit}
        </MenuItem>
        {mayShow && (
          <MenuItem onSelect={() => setShowing(true)}>
            <Newspaper aria-hidden="true" className="text-muted" /> {words.publicArchive}
          </MenuItem>
        )}
        <MenuItem danger onSelect={putAway}>
          <Archive aria-hidden="true" /> {words.archive}
        </MenuItem>
      </Menu>
      {showing && <ArchiveDialog list={list} onClose={() => setShowing(false)} />}
      {editing && <EditListDialog list={list} onClose={() => setEditing(false)} />}
    </>
  );
}
