'use client';

import { Plus, SearchX, Shapes } from 'lucide-react';
import Link from 'next/link';
import { debounce, parseAsString, useQueryStates } from 'nuqs';
import { useMemo } from 'react';
import { DataTable, DataTableSkeleton } from '@/components/table/data-table';
import { sorted, useSort } from '@/components/table/sorting';
import { ApiHint } from '@/components/ui/api-hint';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { Select } from '@/components/ui/input';
import { PageHeader } from '@/components/ui/page-header';
import { SearchBox } from '@/components/ui/search-box';
import { May } from '@/features/session/may';
import { Page } from '@/features/shell/shell';
import { useShell } from '@/features/shell/shell-context';
import { createSegmentCommand } from '@/lib/commands';
import { columns, SORTABLE, sortValue } from './columns';
import { useSegments, type Segment } from './queries';
import { segmentsMatching } from './segments-matching';
import { StartingPoints } from './starting-points';
import { words } from './words';

const TYPING_MS = 200;
const parsers = { search: parseAsString.withDefault(''), label: parseAsString.withDefault('') };

/** Every segment, found as you type. */
export function SegmentsPage() {
  const query = useSegments();
  const { data, error, isFetching, refetch } = query;
  return (
    <Page>
      <PageHeader title={words.title} text={words.text}>
        <CreateButton />
      </PageHeader>
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />}
      {!data && !error && <DataTableSkeleton caption={words.title} />}
      {data?.length === 0 && <Empty />}
      {data && data.length > 0 && <Segments segments={data} />}
    </Page>
  );
}

function Segments({ segments }: { segments: Segment[] }) {
  const [{ search, label }, set] = useQueryStates(parsers, { history: 'replace' });
  const { sort, setSort } = useSort(SORTABLE, '-created');
  const labels = useMemo(() => [...new Set(segments.flatMap((segment) => segment.labels))].sort(), [segments]);
  const found = useMemo(
    () => sorted(segmentsMatching(segments, search, label), sort, (segment) => sortValue(segment, sort.by)),
    [segments, search, label, sort],
  );
  return (
    <section aria-label={words.title}>
      <div className="mb-3 flex flex-wrap gap-2">
        <SearchBox
          hotkey
          label={words.search}
          value={search}
          onChange={({ target }) =>
            void set({ search: target.value || null }, { limitUrlUpdates: debounce(TYPING_MS) })
          }
          className="min-w-56 flex-1 sm:max-w-sm"
        />
        {labels.length > 0 && (
          <Select
            aria-label={words.label}
            value={label}
            onChange={({ target }) => void set({ label: target.value || null }, { history: 'push' })}
            className="w-full sm:w-44"
          >
            <option value="">{words.allLabels}</option>
            {labels.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </Select>
        )}
      </div>
      {found.length === 0 ? (
        <EmptyState icon={SearchX} title={words.noneTitle} text={words.noneText}>
          <Button variant="outline" onClick={() => void set({ search: null, label: null })}>
            {words.showAll}
          </Button>
        </EmptyState>
      ) : (
        <DataTable
          caption={words.title}
          columns={columns}
          rows={found}
          rowId={({ id }) => id}
          sort={sort}
          onSort={setSort}
        />
      )}
    </section>
  );
}

function Empty() {
  const { publicUrl } = useShell();
  return (
    <EmptyState icon={Shapes} title={words.emptyTitle} text={words.emptyText}>
      <May call="createSegment">
        <StartingPoints />
      </May>
      <CreateButton />
      <ApiHint label={words.emptyCode} code={createSegmentCommand(publicUrl)} />
    </EmptyState>
  );
}

const CreateButton = () => (
  <May call="createSegment">
    <Button asChild>
      <Link href="/segments/new">
        <Plus /> {words.create}
      </Link>
    </Button>
  </May>
);
