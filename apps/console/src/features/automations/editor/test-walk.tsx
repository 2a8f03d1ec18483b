'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { DialogActions } from '@/components/ui/dialog';
import { FormError } from '@/components/ui/form-error';
import { sayError } from '@/lib/say-error';
import { wayLabel } from '../graph/sentences';
import { stepOf } from '../graph/steps';
import { useTest, type Test } from '../queries';
import { TestForm } from './test-form';
import { TestPath } from './test-path';
import { EMPTY_TEST, requestOf, type TestFields } from './test-person';
import type { TryProps } from './try-props';
import { words } from './words';

const { walking: said } = words;

/** Takes one person through the draft: from wait to wait, or to the end at once. */
export function TestPerson({ id, graph, names, saving, onClose }: TryProps) {
  const test = useTest(id);
  const [fields, setFields] = useState<TestFields>(EMPTY_TEST);
  const [shown, setShown] = useState<Test | null>(null);
  const next = shown?.next ?? null;
  const step = next ? stepOf(graph, next.step) : undefined;

  const go = async (isToEnd: boolean, way?: string) => {
    if (!(await saving.flush())) return;
    const from = next && { step: next.step, visit: next.visit, since: next.since, due_at: next.due_at, answers: next.answers }; // prettier-ignore
    const body = { ...requestOf(fields), to_end: isToEnd, ...(from && { from: { ...from, ...(way !== undefined && { way }) } }) }; // prettier-ignore
    test.mutate(body as Parameters<typeof test.mutate>[0], {
      onSuccess: (answer) => setShown({ ...answer, visits: [...(shown?.visits ?? []), ...answer.visits] }),
    });
  };
  const start = (isToEnd: boolean) => void go(isToEnd);
  const isMissing = fields.who === 'person' && fields.typed.trim() === '';
  return (
    <>
      {shown ? (
        <TestPath {...shown} graph={graph} names={names} />
      ) : (
        <TestForm graph={graph} fields={fields} onChange={(change) => setFields({ ...fields, ...change })} />
      )}
      {test.error && <FormError text={sayError(test.error)} />}
      {next && next.ways.length > 0 && (
        <div className="mt-3 flex flex-wrap gap-2">
          {next.ways.map((way) => (
            <Button key={way} variant="outline" size="sm" disabled={test.isPending} onClick={() => void go(false, way)}>
              {wayLabel(step, way, names) || way}
            </Button>
          ))}
        </div>
      )}
      <DialogActions>
        {shown ? (
          <Button variant="outline" onClick={() => setShown(null)}>
            {said.again}
          </Button>
        ) : (
          <Button variant="outline" onClick={onClose}>
            {words.close}
          </Button>
        )}
        {(next || !shown) && (
          <>
            <Button variant="outline" disabled={isMissing || test.isPending} onClick={() => start(true)}>
              {said.allAtOnce}
            </Button>
            <Button disabled={isMissing} busy={test.isPending} onClick={() => start(false)}>
              {shown ? said.goOn : said.start}
            </Button>
          </>
        )}
      </DialogActions>
    </>
  );
}
