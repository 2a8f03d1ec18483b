import type { AutomationGraph } from '@dundun/domain';
import Link from 'next/link';
import { momentOf } from '@/lib/format';
import { nameOfStep, summaryOf, type Names } from '../graph/sentences';
import { stepOf } from '../graph/steps';
import type { Test } from '../queries';
import { heldIn, holdSentence } from '../run/hold-sentences';
import { factSentences, visitSentence } from '../run/visit-sentences';
import { words as run } from '../run/words';
import { words } from './words';

const { walking: said } = words;

type Visit = Test['visits'][number];

interface TestPathProps {
  visits: readonly Visit[];
  next: Test['next'];
  graph: AutomationGraph;
  names: Names;
}

/** What happened to the person of a test, by the clock of the test. */
export function TestPath({ visits, next, graph, names }: TestPathProps) {
  const nameOf = (id: string): string => {
    const step = stepOf(graph, id);
    return step ? nameOfStep(step, names) : id;
  };
  return (
    <section aria-label={said.path} className="mt-4 text-[13px]">
      <ol className="grid gap-3 border-l pl-4">
        {visits.map((visit) => {
          const held = heldIn(visit.facts);
          return (
            <li key={visit.visit} className="grid gap-0.5">
              <p className="flex flex-wrap items-baseline justify-between gap-x-3">
                <span dir="auto" className="font-semibold">
                  {nameOf(visit.step)}
                </span>
                <span className="text-xs text-muted tabular-nums">{momentOf(visit.at)}</span>
              </p>
              <p className="break-words">{sentenceOf(visit, graph, names)}</p>
              {held && <p className="text-muted">{holdSentence(held)}</p>}
              {factSentences(visit.facts).map((fact) => (
                <p key={fact} className="break-words text-muted">
                  {fact}
                </p>
              ))}
              {visit.message && (
                <Link
                  href={`/messages/${encodeURIComponent(visit.message)}`}
                  prefetch={false}
                  className="justify-self-start font-medium text-primary hover:underline"
                >
                  {run.message}
                </Link>
              )}
            </li>
          );
        })}
        <li role="status" className="grid gap-0.5">
          <p className="font-semibold">
            {next ? said.rests({ name: nameOf(next.step), when: momentOf(next.due_at) }) : said.over}
          </p>
          {next?.hold && <p className="text-muted">{holdSentence(next.hold)}</p>}
        </li>
      </ol>
    </section>
  );
}

function sentenceOf(visit: Visit, graph: AutomationGraph, names: Names): string {
  const { kind, outcome, message, error, call } = visit;
  const step = stepOf(graph, visit.step);
  if (error !== null) return said.notSent({ error });
  if (kind === 'update' && step) return said.wouldChange({ what: summaryOf(step, names) });
  if (kind === 'webhook') return call ? said.called({ status: call.error ?? `${call.status}` }) : said.notCalled;
  if ((kind === 'email' || kind === 'sms') && outcome === 'next') return message ? said.messageTo : said.wouldSend;
  return visitSentence(visit, graph, names);
}
