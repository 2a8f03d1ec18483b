import type { ImportView } from '@dundun/client';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { FormError } from '@/components/ui/form-error';
import { NumberTile } from '@/components/ui/number-tile';
import { count } from '@/lib/format';
import { sayError } from '@/lib/say-error';
import { AutomationsNote } from './automations-note';
import { choiceOf, settingsOf } from './mapping';
import { Problems } from './problems';
import { useCheck, useRun } from './queries';
import { words } from './words';

type Doubt = keyof typeof words.doubts;

/** What the check found, and the last decision before anything is written. */
export function CheckStep({ view, onChange }: { view: ImportView; onChange: () => void }) {
  const run = useRun(view.id);
  const check = useCheck(view.id);
  const { findings, settings } = view;
  const [skip, setSkip] = useState<string[]>(settings?.skip ?? []);
  if (!findings || !settings) return null;
  const doubts = Object.entries(findings.doubts).filter(([, n]) => n > 0) as [Doubt, number][];
  const doubtful = doubts.reduce((sum, [, n]) => sum + n, 0);
  const left = doubts.reduce((sum, [kind, n]) => sum + (skip.includes(kind) ? n : 0), 0);
  const isChanged = [...skip].sort().join() !== [...settings.skip].sort().join();
  return (
    <>
      <section aria-label={words.findings} className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <NumberTile label={words.inFile} value={count(findings.rows)} />
        <NumberTile label={words.ready} value={count(findings.ready)} />
        <NumberTile label={words.invalid} value={count(findings.invalid)} />
        <NumberTile label={words.doubtful} value={count(doubtful)} />
      </section>
      {doubts.length > 0 && (
        <fieldset className="rounded-xl border bg-surface px-4 pt-1 pb-2 shadow-shade">
          <legend className="sr-only">{words.leaveOutTitle}</legend>
          {doubts.map(([kind, n]) => (
            <label key={kind} className="flex min-h-9 items-center gap-2.5 text-[13px]">
              <input
                type="checkbox"
                className="size-4 accent-primary"
                checked={skip.includes(kind)}
                onChange={({ target }) =>
                  setSkip(target.checked ? [...skip, kind] : skip.filter((other) => other !== kind))
                }
              />
              <span className="flex-1">{words.leaveOut({ kind: words.doubts[kind] })}</span>
              <span className="text-muted tabular-nums">{count(n)}</span>
            </label>
          ))}
        </fieldset>
      )}
      <Problems view={view} />
      <AutomationsNote lists={settings.lists} />
      {(run.error ?? check.error) && <FormError text={sayError(run.error ?? check.error)} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="outline" onClick={onChange}>
          {words.changeColumns}
        </Button>
        {isChanged ? (
          <Button busy={check.isPending} onClick={() => check.mutate(settingsOf(choiceOf(view), skip))}>
            {words.check}
          </Button>
        ) : (
          <Button busy={run.isPending} disabled={findings.ready - left <= 0} onClick={() => run.mutate()}>
            {words.run({ n: findings.ready - left })}
          </Button>
        )}
      </div>
    </>
  );
}
