'use client';

import { Archive, Copy, Download, Pencil, RefreshCw, SlidersHorizontal } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import type { LoadedMenuProps } from '@/components/ui/lazy-menu';
import { Menu, MenuItem } from '@/components/ui/menu';
import { useMay } from '@/features/session/use-may';
import { toast } from '@/lib/toast';
import { useArchiveSegment, useRefreshSegment, type Segment } from './queries';
import { words } from './words';

const RenameDialog = dynamic(() => import('./rename-dialog').then(({ RenameDialog: loaded }) => loaded));

export interface SegmentActionsProps {
  segment: Segment;
  onArchived?: () => void;
}

/** Archiving asks first: it cannot be undone. */
export function SegmentActions({ segment, onArchived, trigger, defaultOpen }: SegmentActionsProps & LoadedMenuProps) {
  const { id, name, kind } = segment;
  const router = useRouter();
  const [isRenaming, setRenaming] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const mayChange = useMay('updateSegment');
  const mayExport = useMay('exportSegment');
  const archive = useArchiveSegment(id);
  const refresh = useRefreshSegment(id);
  const confirm = () =>
    archive.mutate(undefined, {
      onSuccess: () => {
        setAsking(false);
        toast.success(words.archived(name));
        onArchived?.();
      },
      onError: (error) => {
        setAsking(false);
        toast.failure(error);
      },
    });
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
          <MenuItem danger onSelect={() => setAsking(true)}>
            <Archive aria-hidden="true" /> {words.archive}
          </MenuItem>
        )}
      </Menu>
      {isRenaming && <RenameDialog segment={segment} onClose={() => setRenaming(false)} />}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={words.archiveTitle(name)}
        description={words.archiveText}
        action={words.archive}
        busy={archive.isPending}
        onConfirm={confirm}
      />
    </>
  );
}
