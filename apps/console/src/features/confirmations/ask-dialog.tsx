import { useState, type FormEvent } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { FormError } from '@/components/ui/form-error';
import { Input } from '@/components/ui/input';
import { sayError } from '@/lib/say-error';
import { durationOf } from './duration';
import { useAsk } from './queries';
import { words } from './words';

const DEFAULT_RATE = 600;
const FASTEST = 36_000;

interface AskDialogProps {
  list: string;
  /** How many people; null if they are not counted. */
  unasked: number | null;
  onClose: () => void;
}

/** Starts the job that asks, at a rate. */
export function AskDialog({ list, unasked, onClose }: AskDialogProps) {
  const ask = useAsk(list);
  const [typed, setTyped] = useState(String(DEFAULT_RATE));
  const rate = Number(typed);
  const isRate = Number.isInteger(rate) && rate >= 1 && rate <= FASTEST;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isRate && !ask.isPending) ask.mutate({ per_hour: rate }, { onSuccess: onClose });
  };
  const hint = isRate && unasked !== null ? ` ${words.takes({ duration: durationOf(unasked, rate) })}` : '';
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={words.askTitle}
      description={unasked === null ? words.askTextMany : words.askText({ n: unasked })}
    >
      <form onSubmit={submit} className="grid gap-5">
        {ask.error && <FormError text={sayError(ask.error)} />}
        <Field label={words.perHour} hint={words.perHourHint + hint}>
          {(control) => (
            <Input
              {...control}
              type="number"
              inputMode="numeric"
              required
              min={1}
              max={FASTEST}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          )}
        </Field>
        <DialogActions>
          <Button variant="outline" onClick={onClose}>
            {words.close}
          </Button>
          <Button type="submit" busy={ask.isPending}>
            {words.start}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
