'use client';

import type { ExportView } from '@dundun/client';
import { useState } from 'react';
import { PagedTable } from '@/components/table/paged-table';
import type { Column } from '@/components/table/columns';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Ago } from '@/components/ui/moment';
import { count } from '@/lib/format';
import { DownloadLink } from './download-link';
import { useCancelExport, useExports } from './queries';
import { words } from './words';

const nameOf = ({ what, list_title }: ExportView) =>
  list_title === null ? words.kinds[what] : words.ofList({ what: words.kinds[what], list: list_title });

const columns: Column<ExportView>[] = [
  {
    id: 'what',
    header: words.what,
    cell: ({ row: { original } }) => (
      <bdi className="block truncate font-medium" title={nameOf(original)}>
        {nameOf(original)}
      </bdi>
    ),
    meta: { className: 'w-1/2 max-w-0' },
  },
  { id: 'state', header: words.state, cell: ({ row: { original } }) => <State of={original} />, meta: {} },
  {
    id: 'rows',
    header: words.rows,
    cell: ({ row: { original } }) => <span className="text-muted">{count(original.progress.done)}</span>,
    meta: { className: 'hidden text-right sm:table-cell' },
  },
  {
    id: 'when',
    header: words.when,
    cell: ({ row: { original } }) => (
      <span className="text-muted">
        <Ago at={original.created_at} />
      </span>
    ),
    meta: { className: 'hidden whitespace-nowrap sm:table-cell' },
  },
  {
    id: 'file',
    header: words.file,
    cell: ({ row: { original } }) =>
      original.file ? (
        <DownloadLink file={original.file} what={nameOf(original)} size="sm" />
      ) : original.progress.ended_at === null ? (
        <CancelButton of={original} />
      ) : (
        <span className="text-muted">{original.progress.state === 'done' ? words.expired : '–'}</span>
      ),
    meta: { className: 'text-right' },
  },
];

function CancelButton({ of: view }: { of: ExportView }) {
  const cancel = useCancelExport();
  return (
    <Button
      variant="outline"
      size="sm"
      busy={cancel.isPending}
      aria-label={words.stopOne({ what: nameOf(view) })}
      onClick={() => cancel.mutate(view.id)}
    >
      {words.cancel}
    </Button>
  );
}

/** Colour marks what needs somebody. */
const State = ({ of: { progress } }: { of: ExportView }) =>
  progress.state === 'failed' ? (
    <Badge tone="bad">{words.states.failed}</Badge>
  ) : (
    <span className="text-muted">{words.states[progress.state]}</span>
  );

/** The exports of the workspace with their files; nothing while there are none. */
export function RecentExports() {
  const cursors = useOwnCursors();
  const query = useExports(cursors.query);
  if (!query.data || (query.data.data.length === 0 && cursors.isFirst)) return null;
  return (
    <section aria-label={words.recent} className="mt-8">
      <h2 className="mb-2 text-sm font-semibold tracking-tight">{words.recent}</h2>
      <PagedTable
        caption={words.recent}
        columns={columns}
        query={query}
        rowId={({ id }) => id}
        cursors={cursors}
        rows={3}
        isEmpty={false}
        empty={null}
      />
    </section>
  );
}

/** The cursors in the URL are those of the imports. */
function useOwnCursors() {
  const [query, set] = useState<{ next_cursor?: string; previous_cursor?: string }>({});
  return {
    query,
    isFirst: Object.keys(query).length === 0,
    older: (cursor: string) => void set({ next_cursor: cursor }),
    newer: (cursor: string) => void set({ previous_cursor: cursor }),
    reset: () => void set({}),
  };
}
