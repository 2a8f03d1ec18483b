'use client';

import { useId } from 'react';
import { Panel } from '@/components/ui/panel';
import { Switch } from '@/components/ui/switch';
import { useUpdateWorkspace } from '@/features/workspace/queries';
import { toast } from '@/lib/toast';
import { words } from './words';

/** What a complaint stops: marketing, or every message. */
export function ComplaintsPanel({ stopsAll }: { stopsAll: boolean }) {
  const id = useId();
  const update = useUpdateWorkspace();
  const set = (all: boolean) =>
    update.mutate(
      { complaints_stop_all: all },
      {
        onSuccess: () => toast.success(all ? words.complaintsStopAll : words.complaintsStopMarketing),
        onError: toast.failure,
      },
    );
  return (
    <Panel title={words.complaints}>
      <div className="flex items-start justify-between gap-6 px-4 py-4">
        <div className="min-w-0">
          <label htmlFor={id} className="text-sm font-medium">
            {words.stopAll}
          </label>
          <p id={`${id}-note`} className="mt-0.5 text-[13px] text-muted">
            {words.stopAllText}
          </p>
        </div>
        <Switch id={id} checked={stopsAll} aria-describedby={`${id}-note`} onCheckedChange={set} />
      </div>
    </Panel>
  );
}
