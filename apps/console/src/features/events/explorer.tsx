'use client';

import { SearchX } from 'lucide-react';
import { debounce, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useMemo } from 'react';
import { Sparkline } from '@/components/chart/sparkline';
import type { Column } from '@/components/table/columns';
import { DataTable, DataTableSkeleton } from '@/components/table/data-table';
import { sorted, useSort } from '@/components/table/sorting';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { SearchBox } from '@/components/ui/search-box';
import { Segmented } from '@/components/ui/segmented';
import { usePanel } from '@/components/ui/side-panel';
import { count } from '@/lib/format';
import { useSettled } from '@/lib/use-settled';
import { EventNamePanel } from './event-name-panel';
import { useEventNames, type EventCount } from './explorer-queries';
import { saidPeople } from './said-people';
import { words } from './explorer-words';

const PERIODS = ['1', '7', '30', '90'] as const;
const TYPING_MS = 200;

const parsers = {
  days: parseAsStringLiteral(PERIODS).withDefault('30').withOptions({ history: 'push' }),
  name: parseAsString.withDefault(''),
};

const columns: Column<EventCount>[] = [
  {
    id: 'event',
    header: words.name,
    cell: ({ row }) => <Name event={row.original.event} />,
    meta: { className: 'w-full max-w-0', sortable: 'ascending' },
  },
  {
    id: 'trend',
    header: words.trend,
    cell: ({ row }) => <Sparkline values={row.original.counts} />,
    meta: { className: 'hidden sm:table-cell' },
  },
  {
    id: 'count',
    header: words.count,
    cell: ({ row }) => <span className="font-medium">{count(row.original.count)}</span>,
    meta: { className: 'text-right', sortable: 'descending' },
  },
  {
    id: 'people',
    header: words.people,
    cell: ({ row }) => (
      <span
        className="whitespace-nowrap text-muted"
        title={row.original.people_is_exact ? undefined : words.aboutMeaning}
      >
        {saidPeople(row.original)}
      </span>
    ),
    meta: { className: 'text-right', sortable: 'descending' },
  },
];

/** Opens the panel of its row. */
function Name({ event }: { event: string }) {
  const panel = usePanel('name_open');
  return (
    <button
      type="button"
      data-opens
      data-event={event}
      dir="auto"
      title={event}
      aria-expanded={panel.shown === event}
      onClick={() => panel.show(event)}
      className="block max-w-full truncate text-left font-medium after:absolute after:inset-0"
    >
      {event}
    </button>
  );
}

const valueOf = (row: EventCount, by: string) =>
  by === 'event' ? row.event : by === 'people' ? row.people : row.count;

/** The events of a period by name: how often, by how many people, and with which properties. */
export function Explorer() {
  const [{ days, name }, set] = useQueryStates(parsers);
  const search = useSettled(name.trim() || undefined, TYPING_MS);
  const { sort, setSort } = useSort(['event', 'count', 'people'], '-count');
  const query = useEventNames(Number(days), search);
  const { data, error, isFetching, isPlaceholderData, refetch } = query;
  const panel = usePanel('name_open');
  const rows = useMemo(() => sorted(data?.data ?? [], sort, (row) => valueOf(row, sort.by)), [data, sort]);
  const type = (text: string) => void set({ name: text || null }, { limitUrlUpdates: debounce(TYPING_MS) });
  const open = data?.data.find(({ event }) => event === panel.shown);
  return (
    <section aria-label={words.caption}>
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <SearchBox
          hotkey
          label={words.search}
          value={name}
          maxLength={100}
          onChange={(event) => type(event.target.value)}
          className="min-w-48 flex-1 sm:max-w-sm"
        />
        <Segmented
          label={words.period}
          value={days}
          options={PERIODS.map((value) => ({ value, label: words.periods[Number(value) as 1 | 7 | 30 | 90] }))}
          onChange={(next) => void set({ days: next })}
        />
      </div>
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />}
      {!data && !error && <DataTableSkeleton caption={words.caption} />}
      {data?.data.length === 0 && (
        <EmptyState icon={SearchX} title={words.noneTitle} text={words.noneText}>
          {name && (
            <Button variant="outline" onClick={() => type('')}>
              {words.everything}
            </Button>
          )}
        </EmptyState>
      )}
      {data && data.data.length > 0 && (
        <DataTable
          caption={words.caption}
          columns={columns}
          rows={rows}
          rowId={({ event }) => event}
          sort={sort}
          onSort={setSort}
          stale={isPlaceholderData}
        />
      )}
      {data && data.names > data.data.length && (
        <p className="mt-3 text-center text-[13px] text-muted">
          {words.more({ n: data.data.length, names: data.names })}
        </p>
      )}
      <EventNamePanel name={panel.shown} counts={open} names={data} onClose={panel.close} />
    </section>
  );
}
