'use client';

import { Archive, Copy, Download, Pencil, RefreshCw, SlidersHorizontal } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { LoadedMenuProps } from '@/components/ui/lazy-menu';
import { Menu, MenuItem } from '@/components/ui/menu';
import { useMay } from '@/features/session/use-may';
import { toast } from '@/lib/toast';
import { useArchiveSegment, useRefreshSegment, useRestoreSegment, type Segment } from './queries';
import { words } from './words';

const RenameDialog = dynamic(() => import('./rename-dialog').then(({ RenameDialog: loaded }) => loaded));

export interface SegmentActionsProps {
  segment: Segment;
  onArchived?: () => void;
}

/** Archiving does not ask: it can be undone. */
export function SegmentActions({ segment, onArchived, trigger, defaultOpen }: SegmentActionsProps & LoadedMenuProps) {
  const { id, name, kind } = segment;
  const router = useRouter();
  const [isRenaming, setRenaming] = useState(false);
  const mayChange = useMay('updateSegment');
  const mayExport = useMay('exportSegment');
  const archive = useArchiveSegment(id);
  const restore = useRestoreSegment(id);
  const refresh = useRefreshSegment(id);
  const putAway = () =>
    void archive.mutateAsync().then(() => {
      toast.undoable(words.archived(name), () => restore.mutateAsync(), words.restored(name));
      onArchived?.();
    }, toast.failure);
  return (
    <>
      <Menu trigger={trigger} defaultOpen={defaultOpen}>
        {mayChange && kind !== 'manual' && (
          <MenuItem onSelect={() => router.push(`/segments/${id}/edit`)}>
            <SlidersHorizontal aria-hidden="true" className="text-muted" /> {words.edit}
          </MenuItem>
        )}
        {mayChange && (
          <MenuItem onSelect={() => router.push(`/segments/new?copy=${id}`)}>
            <Copy aria-hidden="true" className="text-muted" /> {words.duplicate}
          </MenuItem>
        )}
        {mayChange && (
          <MenuItem onSelect={() => setRenaming(true)}>
            <Pencil aria-hidden="true" className="text-muted" /> {words.rename}
          </MenuItem>
        )}
        {mayChange && kind === 'snapshot' && (
          <MenuItem
            onSelect={() => void refresh.mutateAsync().then(() => toast.success(words.refreshing), toast.failure)}
          >
            <RefreshCw aria-hidden="true" className="text-muted" /> {words.refresh}
          </MenuItem>
        )}
        {mayExport && (
          <MenuItem asChild>
            <a href={`/api/console/segments/${id}/export`} download={`${name.replace(/[^\p{L}\p{N} _-]/gu, '')}.csv`}>
              <Download aria-hidden="true" className="text-muted" /> {words.export}
            </a>
          </MenuItem>
        )}
        {mayChange && (
          <MenuItem danger onSelect={putAway}>
            <Archive aria-hidden="true" /> {words.archive}
          </MenuItem>
        )}
      </Menu>
      {isRenaming && <RenameDialog segment={segment} onClose={() => setRenaming(false)} />}
    </>
  );
}
