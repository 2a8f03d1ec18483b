import type { AutomationGraph } from '@dundun/domain';
import type { ReactNode } from 'react';
import { count, momentOf } from '@/lib/format';
import { nameOfStep, wayLabel, type Names } from '../graph/sentences';
import { stepOf } from '../graph/steps';
import type { DryRun } from '../queries';
import { words as run } from '../run/words';
import { words } from './words';

const { trying: said } = words;
/** The only way of a step says nothing. */
const PLAIN = ['next', 'done'];
const SKIPPED = 'skipped:';

interface TryResultProps {
  result: DryRun;
  graph: AutomationGraph;
  names: Names;
}

type Range = DryRun['entered'];

const rangeOf = ({ least, most }: Range): string => (least === most ? count(least) : said.between({ least, most }));

/** The numbers of a dry run: who would have entered, where they would be, and what would have been sent. */
export function TryResult({ result, graph, names }: TryResultProps) {
  const nameOf = (id: string): string => {
    const step = stepOf(graph, id);
    return step ? nameOfStep(step, names) : id;
  };
  const wayOf = (id: string, way: string): string => {
    if (PLAIN.includes(way)) return '';
    if (!way.startsWith(SKIPPED)) return wayLabel(stepOf(graph, id), way, names) || way;
    const why = way.slice(SKIPPED.length);
    return said.skipped({ why: run.skips[why] ?? why.replaceAll('_', ' ') });
  };
  const leftBy = (id: string, each: DryRun['messages'][number]): string =>
    [wayOf(id, each.name), rangeOf(each)].filter((text) => text !== '').join(': ');
  return (
    <div role="status" className="mt-4 grid gap-4 text-[13px]">
      <p>
        {said.entered({ entered: rangeOf(result.entered), people: result.people })}{' '}
        {result.refused.most > 0 && said.refused({ refused: rangeOf(result.refused) })}
      </p>
      {!result.is_complete && <p className="text-muted">{said.cut}</p>}
      {result.unknown.length > 0 && (
        <p className="text-muted">{said.unknown({ steps: result.unknown.map(nameOf).join(', ') })}</p>
      )}
      {result.entered.most > 0 && (
        <Numbers
          head={[said.step, said.left, said.waiting]}
          rows={result.steps.map(({ step, left, waiting }) => [
            nameOf(step),
            left.map((each) => leftBy(step, each)).join(' · '),
            rangeOf(waiting),
          ])}
        />
      )}
      <section aria-label={said.messages} className="grid gap-1.5">
        <h3 className="font-semibold">{said.messages}</h3>
        {result.messages.length === 0 ? (
          <p className="text-muted">{said.noMessages}</p>
        ) : (
          <Numbers head={[said.day, said.sent]} rows={result.messages.map((each) => [each.name, rangeOf(each)])} />
        )}
      </section>
      {result.examples.length > 0 && (
        <section aria-label={said.examples} className="grid gap-1.5">
          <h3 className="font-semibold">{said.examples}</h3>
          {result.examples.map(({ uid, entered_at, visits, step }) => (
            <details key={`${uid} ${entered_at}`} className="rounded-lg border px-3 py-2">
              <summary className="cursor-pointer">{said.example({ uid, when: momentOf(entered_at) })}</summary>
              <ol className="mt-2 grid gap-1">
                {visits.map((visit) => (
                  <li key={`${visit.step} ${visit.at}`} className="flex justify-between gap-3">
                    <span className="min-w-0 break-words">
                      {nameOf(visit.step)} <span className="text-muted">{wayOf(visit.step, visit.outcome)}</span>
                    </span>
                    <span className="shrink-0 text-muted">{momentOf(visit.at)}</span>
                  </li>
                ))}
                {step !== null && <li className="text-muted">{said.isAt({ name: nameOf(step) })}</li>}
              </ol>
            </details>
          ))}
        </section>
      )}
    </div>
  );
}

const Numbers = ({ head, rows }: { head: string[]; rows: ReactNode[][] }) => (
  <div className="max-h-64 overflow-auto rounded-lg border" tabIndex={0} role="group" aria-label={head[0]}>
    <table className="w-full text-left tabular-nums">
      <thead className="bg-sunken text-xs text-muted">
        <tr>
          {head.map((name) => (
            <th key={name} scope="col" className="px-3 py-1.5 font-medium">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, at) => (
          <tr key={at} className="border-t">
            {cells.map((cell, column) => (
              <td key={column} className="px-3 py-1.5 align-top break-words">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
