'use client';

import { RotateCcw, Users } from 'lucide-react';
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useMemo } from 'react';
import type { AutomationGraph } from '@dundun/domain';
import type { Column } from '@/components/table/columns';
import { PagedTable } from '@/components/table/paged-table';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Select } from '@/components/ui/input';
import { Ago } from '@/components/ui/moment';
import { Segmented } from '@/components/ui/segmented';
import { May } from '@/features/session/may';
import { momentOf } from '@/lib/format';
import { toast } from '@/lib/toast';
import { useCursors } from '@/lib/use-cursors';
import { inOrder } from '../graph/reach';
import { nameOfStep, type Names } from '../graph/sentences';
import { stepOf } from '../graph/steps';
import type { AutomationDetail } from '../queries';
import { useRetryAll, useRuns, type Run } from './queries';
import { words } from './words';

const STATES = ['inside', 'retrying', 'failed', 'ended'] as const;
export const PEOPLE_FILTER = { people: parseAsStringLiteral(STATES), step: parseAsString };
const OPTIONS = [
  { value: 'all' as const, label: words.states.all },
  ...STATES.map((value) => ({ value, label: words.states[value] })),
];

interface PeopleProps {
  automation: AutomationDetail;
  graph: AutomationGraph;
  names: Names;
  onOpen: (run: string) => void;
}

/** Who is and was inside, by state and step. */
export function People({ automation, graph, names, onOpen }: PeopleProps) {
  const cursors = useCursors();
  const [{ people: state, step }, set] = useQueryStates(PEOPLE_FILTER, { history: 'push' });
  const query = useRuns(automation.id, { ...cursors.query, ...(state && { state }), ...(step && { step }) });
  const retry = useRetryAll(automation.id);
  const failed = automation.runs.ended.failed ?? 0;
  const columns = useMemo(() => columnsOf(names, onOpen), [names, onOpen]);
  const steps = inOrder(graph).flatMap((id) => stepOf(graph, id) ?? []);
  return (
    <section id="people" aria-label={words.people} className="scroll-mt-20">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold tracking-tight">{words.people}</h2>
        <span className="flex max-w-full flex-wrap items-center gap-2">
          {failed > 0 && (
            <May call="retryAutomationRuns">
              <Button
                variant="outline"
                size="sm"
                busy={retry.isPending}
                onClick={() =>
                  void retry
                    .mutateAsync(undefined)
                    .then(({ retried }) => toast.success(words.retried({ n: retried })), toast.failure)
                }
              >
                <RotateCcw /> {words.retryAll({ n: failed })}
              </Button>
            </May>
          )}
          <Select
            aria-label={words.step}
            value={step ?? ''}
            onChange={({ target }) => {
              cursors.reset();
              void set({ step: target.value || null });
            }}
            className="w-full sm:w-52"
          >
            <option value="">{words.anyStep}</option>
            {steps.map((each) => (
              <option key={each.id} value={each.id}>
                {nameOfStep(each, names)}
              </option>
            ))}
          </Select>
          <Segmented
            label={words.filter}
            value={state ?? 'all'}
            options={OPTIONS}
            onChange={(next) => {
              cursors.reset();
              void set({ people: next === 'all' ? null : next });
            }}
          />
        </span>
      </div>
      <PagedTable
        caption={words.people}
        columns={columns}
        query={query}
        rowId={({ id }) => id}
        cursors={cursors}
        isEmpty={query.data?.data.length === 0 && cursors.isFirst}
        empty={
          <EmptyState
            icon={Users}
            title={words.noPeopleTitle}
            text={state || step ? words.noPeopleText : words.noRunsText}
          />
        }
        rows={5}
      />
    </section>
  );
}

const columnsOf = (names: Names, onOpen: (run: string) => void): Column<Run>[] => [
  {
    id: 'person',
    header: words.person,
    cell: ({ row: { original } }) => (
      <button
        type="button"
        data-opens
        dir="auto"
        onClick={() => onOpen(original.id)}
        className="block max-w-full truncate font-medium after:absolute after:inset-0"
      >
        {original.email ?? original.uid ?? words.erased}
      </button>
    ),
    meta: { className: 'w-full max-w-0' },
  },
  {
    id: 'where',
    header: words.where,
    cell: ({ row: { original } }) => <Where run={original} names={names} />,
    meta: { className: 'whitespace-nowrap' },
  },
  {
    id: 'next',
    header: words.next,
    cell: ({ row: { original } }) => (
      <span className="text-muted">{original.due_at && !original.ended_at ? momentOf(original.due_at) : '–'}</span>
    ),
    meta: { className: 'hidden whitespace-nowrap md:table-cell' },
  },
  {
    id: 'entered',
    header: words.enteredAt,
    cell: ({ row: { original } }) => (
      <span className="text-muted">
        <Ago at={original.entered_at} />
      </span>
    ),
    meta: { className: 'hidden whitespace-nowrap sm:table-cell' },
  },
];

/** Where somebody is, or why it is over. Colour marks what went wrong. */
export function Where({ run: { step, end_reason, error }, names }: { run: Run; names: Names }) {
  if (end_reason === 'failed') return <Badge tone="bad">{words.endedBy.failed}</Badge>;
  if (end_reason) return <span className="text-muted">{words.endedBy[end_reason] ?? end_reason}</span>;
  const name = (step && names.step(step)) ?? step ?? '–';
  return (
    <span className="inline-block max-w-52 truncate align-bottom" dir="auto" title={name}>
      {error ? <Badge tone="wait">{words.states.retrying}</Badge> : name}
    </span>
  );
}
