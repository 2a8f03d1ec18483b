'use client';

import { useId } from 'react';
import { Panel } from '@/components/ui/panel';
import { Switch } from '@/components/ui/switch';
import { useMay } from '@/features/session/use-may';
import { toast } from '@/lib/toast';
import { useChangeSegment, type Segment } from './queries';
import { words } from './words';

/** Whether webhooks receive who enters and leaves. */
export function SegmentAnnouncements({ segment }: { segment: Segment }) {
  const id = useId();
  const mayChange = useMay('updateSegment');
  const change = useChangeSegment(segment.id);
  const isOn = change.isPending ? change.variables.announces : segment.announces;
  return (
    <Panel
      title={words.webhooks}
      aside={
        <Switch
          checked={isOn}
          disabled={!mayChange || change.isPending}
          aria-label={words.announces}
          aria-describedby={id}
          onCheckedChange={(announces) => change.mutate({ announces }, { onError: toast.failure })}
        />
      }
    >
      <p id={id} className="px-4 py-3 text-[13px] text-muted">
        {words.announcesHint}
      </p>
    </Panel>
  );
}
