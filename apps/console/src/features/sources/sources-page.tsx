'use client';

import { DatabaseZap, Plus } from 'lucide-react';
import dynamic from 'next/dynamic';
import Link from 'next/link';
import type { Column } from '@/components/table/columns';
import { DataTable, DataTableSkeleton } from '@/components/table/data-table';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { Ago } from '@/components/ui/moment';
import { PageHeader } from '@/components/ui/page-header';
import { May } from '@/features/session/may';
import { Page } from '@/features/shell/shell';
import { count } from '@/lib/format';
import { useUrlDialog } from '@/lib/use-url-dialog';
import { useSources, type Source } from './queries';
import { words } from './words';

const ConnectSourceDialog = dynamic(() => import('./connect-dialog').then(({ ConnectSourceDialog: loaded }) => loaded));

/** The systems that send events. */
export function SourcesPage() {
  const [connecting, setConnecting] = useUrlDialog('connect');
  const query = useSources();
  const { data, error, isFetching, refetch } = query;
  const connect = () => setConnecting(true);
  return (
    <Page>
      <PageHeader title={words.title} text={words.text}>
        <ConnectButton onClick={connect} />
      </PageHeader>
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />}
      {!data && !error && <DataTableSkeleton caption={words.title} rows={3} />}
      {data?.data.length === 0 && (
        <EmptyState icon={DatabaseZap} title={words.emptyTitle} text={words.emptyText}>
          <ConnectButton onClick={connect} />
        </EmptyState>
      )}
      {data && data.data.length > 0 && (
        <DataTable caption={words.title} columns={columns} rows={data.data} rowId={({ id }) => id} />
      )}
      {connecting && <ConnectSourceDialog onClose={() => setConnecting(false)} />}
    </Page>
  );
}

const ConnectButton = ({ onClick }: { onClick: () => void }) => (
  <May call="addSource">
    <Button onClick={onClick}>
      <Plus /> {words.connect}
    </Button>
  </May>
);

const columns: Column<Source>[] = [
  {
    id: 'name',
    header: words.name,
    cell: ({ row: { original } }) => (
      <div className="min-w-0">
        <Link
          href={`/settings/sources/${encodeURIComponent(original.id)}`}
          prefetch={false}
          data-opens
          dir="auto"
          className="block truncate font-medium after:absolute after:inset-0"
        >
          {original.name}
        </Link>
        <div className="truncate text-[13px] text-muted sm:hidden">{original.kind}</div>
      </div>
    ),
    meta: { className: 'w-full max-w-0 sm:w-1/3' },
  },
  {
    id: 'kind',
    header: words.kind,
    cell: ({ row }) => <span className="text-muted">{row.original.kind}</span>,
    meta: { className: 'hidden whitespace-nowrap sm:table-cell' },
  },
  {
    id: 'status',
    header: words.status,
    cell: ({ row: { original } }) =>
      original.enabled ? <span className="text-muted">{words.on}</span> : <Badge>{words.off}</Badge>,
    meta: { className: 'whitespace-nowrap' },
  },
  {
    id: 'events',
    header: words.events,
    cell: ({ row }) => count(row.original.accepted),
    meta: { className: 'hidden text-right md:table-cell' },
  },
  {
    id: 'refused',
    header: words.refused,
    cell: ({ row }) => count(row.original.refused),
    meta: { className: 'hidden text-right lg:table-cell' },
  },
  {
    id: 'last',
    header: words.last,
    cell: ({ row: { original } }) => (
      <span className="text-muted">{original.accepted_at ? <Ago at={original.accepted_at} /> : words.never}</span>
    ),
    meta: { className: 'hidden whitespace-nowrap sm:table-cell' },
  },
];
