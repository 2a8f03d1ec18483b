'use client';

import { GRAPH_LIMITS, type StepOf } from '@dundun/domain';
import { Plus, X } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { FormError } from '@/components/ui/form-error';
import { NumberPart } from './panel-parts';
import type { PanelProps } from './panel-props';
import { words } from './words';

const { split: said } = words;
const ALL = 100;
const LEAST = 2;

/** The shares of a random split. */
export function SplitPanel({ step, change }: PanelProps<'split'>) {
  const { shares } = step;
  const set = (next: StepOf<'split'>['shares']) => change({ ...step, shares: next });
  const sum = shares.reduce((total, { percent }) => total + (percent || 0), 0);
  const add = () => {
    const [first] = shares;
    const percent = Math.max(1, sum < ALL ? ALL - sum : Math.floor((first?.percent ?? LEAST) / 2));
    const kept = sum < ALL || !first ? shares : shares.with(0, { ...first, percent: first.percent - percent });
    set([...kept, { percent, next: shares.at(-1)?.next ?? '' }]);
  };
  return (
    <>
      <p className="text-[13px] text-muted">{said.text}</p>
      {shares.map((share, index) => (
        // The place is what tells the shares apart.
        <div key={index} className="flex items-end gap-2">
          <div className="flex-1">
            <NumberPart
              label={said.share({ n: index + 1 })}
              min={1}
              max={ALL - 1}
              value={share.percent}
              onChange={(percent) => set(shares.with(index, { ...share, percent }))}
            />
          </div>
          {shares.length > LEAST && (
            <Button
              variant="ghost"
              size="icon"
              aria-label={said.remove({ n: index + 1 })}
              onClick={() => set(shares.toSpliced(index, 1))}
            >
              <X />
            </Button>
          )}
        </div>
      ))}
      {sum !== ALL && <FormError text={said.sum({ n: sum })} />}
      {shares.length < GRAPH_LIMITS.branches && (
        <Button variant="outline" size="sm" className="justify-self-start" onClick={add}>
          <Plus /> {said.add}
        </Button>
      )}
    </>
  );
}
