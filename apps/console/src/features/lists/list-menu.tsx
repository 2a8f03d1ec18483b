'use client';

import type { ListView } from '@dundun/client';
import { Archive, Ellipsis, Pencil } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Menu, MenuItem } from '@/components/ui/menu';
import { ArchiveDialog } from './archive-dialog';
import { EditListDialog } from './edit-list-dialog';
import { words } from './words';

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
      <EditListDialog list={list} open={open === 'edit'} onClose={close} />
      <ArchiveDialog list={list} open={open === 'archive'} onClose={close} onArchived={onArchived} />
    </>
  );
}
