import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { DialogActions } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { FormError } from '@/components/ui/form-error';
import { Select } from '@/components/ui/input';
import { sayError } from '@/lib/say-error';
import { useDryRun } from '../queries';
import type { TryProps } from './try-props';
import { TryResult } from './try-result';
import { words } from './words';

const { trying: said } = words;
const DAYS = [7, 14, 30];
const SAMPLES = [1, 10, 100];

/** What the draft would have done in the last days. */
export function TryPast({ id, graph, names, saving, onClose }: TryProps) {
  const dryRun = useDryRun(id);
  const [days, setDays] = useState(30);
  const [sample, setSample] = useState(10);
  const start = async () => {
    if (await saving.flush()) dryRun.mutate({ days, sample });
  };
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <Field label={said.days}>
          {(control) => (
            <Select {...control} value={days} onChange={({ target }) => setDays(Number(target.value))}>
              {DAYS.map((n) => (
                <option key={n} value={n}>
                  {said.lastDays({ n })}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={said.sample}>
          {(control) => (
            <Select {...control} value={sample} onChange={({ target }) => setSample(Number(target.value))}>
              {SAMPLES.map((percent) => (
                <option key={percent} value={percent}>
                  {said.samples[percent]}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      {dryRun.error && <FormError text={sayError(dryRun.error)} />}
      {dryRun.data && <TryResult result={dryRun.data} graph={graph} names={names} />}
      <DialogActions>
        <Button variant="outline" onClick={onClose}>
          {words.close}
        </Button>
        <Button busy={dryRun.isPending} onClick={() => void start()}>
          {dryRun.data ? said.again : said.action}
        </Button>
      </DialogActions>
    </>
  );
}
