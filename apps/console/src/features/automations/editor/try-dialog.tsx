'use client';

import type { AutomationGraph } from '@dundun/domain';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { FormError } from '@/components/ui/form-error';
import { Select } from '@/components/ui/input';
import { sayError } from '@/lib/say-error';
import type { Problem } from '../graph/problems';
import type { Names } from '../graph/sentences';
import { useDryRun } from '../queries';
import { ProblemList } from './problem-list';
import { TryResult } from './try-result';
import type { Saving } from './use-saving';
import { words } from './words';

const { trying: said } = words;
const DAYS = [7, 14, 30];
const SAMPLES = [1, 10, 100];

interface TryDialogProps {
  id: string;
  graph: AutomationGraph;
  names: Names;
  problems: readonly Problem[];
  saving: Saving;
  onGo: (step: string) => void;
  onClose: () => void;
}

/** What the draft would have done in the last days. */
export function TryDialog({ id, graph, names, problems, saving, onGo, onClose }: TryDialogProps) {
  const dryRun = useDryRun(id);
  const [days, setDays] = useState(30);
  const [sample, setSample] = useState(10);
  const start = async () => {
    if (await saving.flush()) dryRun.mutate({ days, sample });
  };
  if (problems.length > 0)
    return (
      <Dialog open onOpenChange={onClose} title={said.blocked}>
        <ProblemList problems={problems} onGo={onGo} />
      </Dialog>
    );
  return (
    <Dialog open onOpenChange={onClose} title={said.title} description={said.text}>
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
    </Dialog>
  );
}
