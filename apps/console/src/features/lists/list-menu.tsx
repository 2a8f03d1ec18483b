'use client';

import type { ListView } from '@dundun/client';
import { Archive, Ellipsis, Pencil } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Menu, MenuItem } from '@/components/ui/menu';
import { words } from './words';

const ArchiveDialog = dynamic(() => import('./archive-dialog').then(({ ArchiveDialog: loaded }) => loaded));
const EditListDialog = dynamic(() => import('./edit-list-dialog').then(({ EditListDialog: loaded }) => loaded));

/** The actions of a list, in its row and in its header. */
export function ListMenu({ list, onArchived }: { list: ListView; onArchived?: () => void }) {
  const [open, setOpen] = useState<'edit' | 'archive' | null>(null);
  const close = () => setOpen(null);
  const trigger = (
    <Button variant="ghost" size="icon" className="relative z-10" aria-label={words.actions(list.title)}>
      <Ellipsis />
    </Button>
  );
  return (
    <>
      <Menu trigger={trigger}>
        <MenuItem onSelect={() => setOpen('edit')}>
          <Pencil aria-hidden="true" className="text-muted" /> {words.edit}
        </MenuItem>
        <MenuItem danger onSelect={() => setOpen('archive')}>
          <Archive aria-hidden="true" /> {words.archive}
        </MenuItem>
      </Menu>
      {open === 'edit' && <EditListDialog list={list} onClose={close} />}
      {open === 'archive' && <ArchiveDialog list={list} open onClose={close} onArchived={onArchived} />}
    </>
  );
}
