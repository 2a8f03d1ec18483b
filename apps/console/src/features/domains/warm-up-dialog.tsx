import type { FormEvent } from 'react';
import { toast } from 'sonner';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { FormError } from '@/components/ui/form-error';
import { Input } from '@/components/ui/input';
import { sayError } from '@/lib/say-error';
import { useSetWarmUp, type WarmUp } from './queries';
import { words } from './warm-up-words';

/** A cautious ramp of about three weeks, the same as the API's. */
const DEFAULTS = { first_day: 50, growth_percent: 35, target: 20_000 };

export function WarmUpDialog({ id, warmUp, onClose }: { id: string; warmUp: WarmUp; onClose: () => void }) {
  const set = useSetWarmUp(id);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const number = (name: keyof typeof DEFAULTS) => Number(form.get(name));
    const plan = {
      first_day: number('first_day'),
      growth_percent: number('growth_percent'),
      target: number('target'),
    };
    if (set.isPending) return;
    set.mutate(
      { provider: warmUp.provider, plan },
      {
        onSuccess: () => {
          toast.success(words.saved);
          onClose();
        },
      },
    );
  };
  const field = (name: keyof typeof DEFAULTS, label: string, max: number, hint?: string) => (
    <Field label={label} hint={hint}>
      {(control) => (
        <Input
          {...control}
          name={name}
          type="number"
          inputMode="numeric"
          required
          min={1}
          max={max}
          defaultValue={warmUp[name] ?? DEFAULTS[name]}
        />
      )}
    </Field>
  );
  return (
    <Dialog open onOpenChange={onClose} title={words.dialog(warmUp.name)} description={words.dialogText}>
      <form onSubmit={submit} className="grid gap-5">
        {set.error && <FormError text={sayError(set.error)} />}
        {field('first_day', words.firstDay, 1_000_000)}
        {field('growth_percent', words.growth, 200)}
        {field('target', words.target, 10_000_000, words.targetHint)}
        <DialogActions>
          <Button type="submit" busy={set.isPending}>
            {words.save}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
