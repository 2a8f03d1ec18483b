'use client';

import { Copy, Ellipsis, Eraser, FileDown, GitMerge, Pencil } from 'lucide-react';
import dynamic from 'next/dynamic';
import { Button } from '@/components/ui/button';
import { Menu, MenuItem, MenuLine } from '@/components/ui/menu';
import { May } from '@/features/session/may';
import { toast } from '@/lib/toast';
import { useUrlDialog } from '@/lib/use-url-dialog';
import { callName } from './person-name';
import type { Person } from './queries';
import { words } from './words';

const EditDialog = dynamic(() => import('./edit-dialog').then(({ EditDialog: loaded }) => loaded));
const MergeDialog = dynamic(() => import('./merge-dialog').then(({ MergeDialog: loaded }) => loaded));
const EraseDialog = dynamic(() => import('./erase-dialog').then(({ EraseDialog: loaded }) => loaded));

/** Downloads everything about the person. */
const ExportItem = ({ uid, format, label }: { uid: string; format: 'html' | 'json'; label: string }) => (
  <MenuItem asChild>
    <a href={`/api/console/people/${encodeURIComponent(uid)}/export?format=${format}`} download>
      <FileDown aria-hidden="true" className="text-muted" /> {label}
    </a>
  </MenuItem>
);

/** What can be done with a person; merging and erasing are for admins. */
export function PersonActions({ person }: { person: Person }) {
  const [editing, setEditing] = useUrlDialog('edit');
  const [merging, setMerging] = useUrlDialog('merge');
  const [erasing, setErasing] = useUrlDialog('erase');
  const copy = () => void navigator.clipboard?.writeText(person.uid).then(() => toast.message(words.copied));
  return (
    <>
      <May call="updateUser">
        <Button variant="outline" onClick={() => setEditing(true)}>
          <Pencil /> {words.edit}
        </Button>
      </May>
      <Menu
        trigger={
          <Button variant="outline" size="icon" aria-label={words.actions({ name: callName(person, person.uid) })}>
            <Ellipsis />
          </Button>
        }
      >
        <MenuItem onSelect={copy}>
          <Copy aria-hidden="true" className="text-muted" /> {words.copyId}
        </MenuItem>
        <May call="exportPerson">
          <ExportItem uid={person.uid} format="html" label={words.exportPage} />
          <ExportItem uid={person.uid} format="json" label={words.exportJson} />
        </May>
        <May call="deleteUser">
          <MenuItem onSelect={() => setMerging(true)}>
            <GitMerge aria-hidden="true" className="text-muted" /> {words.merge}
          </MenuItem>
          <MenuLine />
          <MenuItem danger onSelect={() => setErasing(true)}>
            <Eraser aria-hidden="true" /> {words.erase}
          </MenuItem>
        </May>
      </Menu>
      {editing && <EditDialog person={person} onClose={() => setEditing(false)} />}
      {merging && <MergeDialog person={person} onClose={() => setMerging(false)} />}
      {erasing && <EraseDialog person={person} onClose={() => setErasing(false)} />}
    </>
  );
}
