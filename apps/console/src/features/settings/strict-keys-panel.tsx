import { TriangleAlert } from 'lucide-react';
import { useId, useState } from 'react';
import { toast } from '@/lib/toast';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { FormError } from '@/components/ui/form-error';
import { Panel } from '@/components/ui/panel';
import { Switch } from '@/components/ui/switch';
import { useUpdateWorkspace } from '@/features/workspace/queries';
import { sayError } from '@/lib/say-error';
import { words } from './words';

/** The switch of strict public keys, with its consequence beside it. */
export function StrictKeysPanel({ isStrict }: { isStrict: boolean }) {
  const id = useId();
  const [isAsking, setAsking] = useState(false);
  const update = useUpdateWorkspace();
  const set = (strict: boolean) =>
    update.mutate(
      { strict_public_keys: strict },
      {
        onSuccess: () => toast.success(strict ? words.strictOn : words.strictOff),
        onSettled: () => setAsking(false),
      },
    );
  return (
    <Panel title={words.keys}>
      <div className="grid gap-4 px-5 py-4">
        {update.error && <FormError text={sayError(update.error)} />}
        <div className="flex items-start justify-between gap-6">
          <div className="min-w-0">
            <label htmlFor={id} className="text-sm font-medium">
              {words.strict}
            </label>
            <p id={`${id}-note`} className="mt-0.5 text-[13px] text-muted">
              {words.strictText}
            </p>
          </div>
          <Switch
            id={id}
            checked={isStrict}
            aria-describedby={`${id}-note ${id}-open`}
            onCheckedChange={(strict) => (strict ? set(true) : setAsking(true))}
          />
        </div>
        <p
          id={`${id}-open`}
          className={
            isStrict
              ? 'text-[13px] text-muted'
              : 'flex gap-2.5 rounded-lg bg-danger-tint px-3 py-2.5 text-sm text-danger'
          }
        >
          {!isStrict && <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />}
          <span>{words.openText}</span>
        </p>
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={words.turnOffTitle}
        description={words.turnOffText}
        action={words.turnOff}
        busy={update.isPending}
        onConfirm={() => set(false)}
      />
    </Panel>
  );
}
