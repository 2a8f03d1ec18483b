'use client';

import { Ellipsis } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { lazyMenu } from '@/components/ui/lazy-menu';
import { useMay } from '@/features/session/use-may';
import type { Segment } from './queries';
import type { SegmentActionsProps } from './segment-actions';
import { words } from './words';

const SegmentActions = lazyMenu<SegmentActionsProps>(() =>
  import('./segment-actions').then(({ SegmentActions: loaded }) => loaded),
);

/** The actions of a segment, in its row and in its header; nothing for members who may do none of them. */
export function SegmentMenu({ segment, onArchived }: { segment: Segment; onArchived?: () => void }) {
  const mayChange = useMay('updateSegment');
  const mayExport = useMay('exportSegment');
  if (!mayChange && !mayExport) return null;
  return (
    <SegmentActions
      segment={segment}
      onArchived={onArchived}
      trigger={
        <Button variant="ghost" size="icon" className="relative z-10" aria-label={words.actions(segment.name)}>
          <Ellipsis />
        </Button>
      }
    />
  );
}
