'use client';

import type { ImportView } from '@dundun/client';
import Link from 'next/link';
import { PagedTable } from '@/components/table/paged-table';
import type { Column } from '@/components/table/columns';
import { BackLink } from '@/components/ui/back-link';
import { Badge } from '@/components/ui/badge';
import { Ago } from '@/components/ui/moment';
import { PageHeader } from '@/components/ui/page-header';
import { RecentExports } from '@/features/exports/recent-exports';
import { Page } from '@/features/shell/shell';
import { count } from '@/lib/format';
import { useCursors } from '@/lib/use-cursors';
import { useImports } from './queries';
import { UploadBox } from './upload-box';
import { words } from './words';

const columns: Column<ImportView>[] = [
  {
    id: 'file',
    header: words.file,
    cell: ({ row: { original } }) => (
      <Link
        href={`/people/imports/${original.id}`}
        prefetch={false}
        data-opens
        dir="auto"
        title={original.file_name}
        className="block truncate font-medium after:absolute after:inset-0"
      >
        {original.file_name}
      </Link>
    ),
    meta: { className: 'w-1/2 max-w-0' },
  },
  { id: 'state', header: words.state, cell: ({ row: { original } }) => <State of={original} />, meta: {} },
  {
    id: 'rows',
    header: words.rows,
    cell: ({ row: { original } }) => (
      <span className="text-muted">{original.findings ? count(original.findings.rows) : '–'}</span>
    ),
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
];

/** Colour marks what needs somebody. */
function State({ of: { state, progress } }: { of: ImportView }) {
  if (state === 'done' && progress && progress.failed > 0)
    return <Badge tone="bad">{words.doneWithFailures({ n: progress.failed })}</Badge>;
  if (state === 'failed') return <Badge tone="bad">{words.states.failed}</Badge>;
  if (state === 'ready' || state === 'checked') return <Badge tone="wait">{words.states[state]}</Badge>;
  return <span className="text-muted">{words.states[state]}</span>;
}

/** A box for a new file, and what was imported before. */
export function ImportsPage() {
  const cursors = useCursors();
  const query = useImports(cursors.query);
  const isEmpty = query.data?.data.length === 0;
  return (
    <Page>
      <PageHeader
        title={words.title}
        text={words.text}
        above={<BackLink href="/people" label={words.backToPeople} />}
      />
      <UploadBox />
      {!isEmpty && (
        <section aria-label={words.earlier} className="mt-8">
          <h2 className="mb-2 text-sm font-semibold tracking-tight">{words.earlier}</h2>
          <PagedTable
            caption={words.earlier}
            columns={columns}
            query={query}
            rowId={({ id }) => id}
            cursors={cursors}
            rows={3}
            isEmpty={false}
            empty={null}
          />
        </section>
      )}
      <RecentExports />
    </Page>
  );
}
