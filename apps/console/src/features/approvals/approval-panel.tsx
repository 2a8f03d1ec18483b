'use client';

import { useId } from 'react';
import { Panel } from '@/components/ui/panel';
import { Switch } from '@/components/ui/switch';
import { useUpdateWorkspace } from '@/features/workspace/queries';
import { toast } from '@/lib/toast';
import { words } from './words';

/** Whether campaigns and automations need approval. */
export function ApprovalPanel({ isRequired }: { isRequired: boolean }) {
  const id = useId();
  const update = useUpdateWorkspace();
  const set = (required: boolean) =>
    update.mutate(
      { require_approval: required },
      {
        onSuccess: () => toast.success(required ? words.required : words.notRequired),
        onError: toast.failure,
      },
    );
  return (
    <Panel title={words.panel}>
      <div className="flex items-start justify-between gap-6 px-4 py-4">
        <div className="min-w-0">
          <label htmlFor={id} className="text-sm font-medium">
            {words.require}
          </label>
          <p id={`${id}-note`} className="mt-0.5 text-[13px] text-muted">
            {words.requireText}
          </p>
        </div>
        <Switch id={id} checked={isRequired} aria-describedby={`${id}-note`} onCheckedChange={set} />
      </div>
    </Panel>
  );
}
