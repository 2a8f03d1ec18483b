import { useId } from 'react';
import { Panel } from '@/components/ui/panel';
import { Switch } from '@/components/ui/switch';
import { toast } from '@/lib/toast';
import { useUpdateWorkspace } from './queries';
import { words } from './words';

/** Whether members need a second factor. */
export function FactorPanel({ isRequired }: { isRequired: boolean }) {
  const id = useId();
  const update = useUpdateWorkspace();
  const set = (required: boolean) =>
    update.mutate(
      { require_two_factor: required },
      {
        onSuccess: () => toast.success(required ? words.factorRequired : words.factorNotRequired),
        onError: toast.failure,
      },
    );
  return (
    <Panel title={words.security}>
      <div className="flex items-start justify-between gap-6 px-4 py-4">
        <div className="min-w-0">
          <label htmlFor={id} className="text-sm font-medium">
            {words.requireFactor}
          </label>
          <p id={`${id}-note`} className="mt-0.5 text-[13px] text-muted">
            {words.requireFactorText}
          </p>
        </div>
        <Switch id={id} checked={isRequired} aria-describedby={`${id}-note`} onCheckedChange={set} />
      </div>
    </Panel>
  );
}
