'use client';

import { Plus, Webhook as Icon } from 'lucide-react';
import dynamic from 'next/dynamic';
import Link from 'next/link';
import { useState } from 'react';
import type { Column } from '@/components/table/columns';
import { DataTable, DataTableSkeleton } from '@/components/table/data-table';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { Ago } from '@/components/ui/moment';
import { PageHeader } from '@/components/ui/page-header';
import { May } from '@/features/session/may';
import { Page } from '@/features/shell/shell';
import { useUrlDialog } from '@/lib/use-url-dialog';
import { useAddWebhook, useWebhooks, type Webhook, type WebhookFields } from './queries';
import { WebhookStatus } from './webhook-status';
import { words } from './words';

const WebhookDialog = dynamic(() => import('./webhook-dialog').then(({ WebhookDialog: loaded }) => loaded));
const SecretDialog = dynamic(() => import('./secret-dialog').then(({ SecretDialog: loaded }) => loaded));

export function WebhooksPage() {
  const [adding, setAdding] = useUrlDialog('add');
  const [secret, setSecret] = useState<string>();
  const query = useWebhooks();
  const addOne = useAddWebhook();
  const save = async (fields: WebhookFields) => {
    const { secret: made } = await addOne.mutateAsync(fields);
    setAdding(false);
    setSecret(made);
  };
  const { data, error, isFetching, refetch } = query;
  const add = () => setAdding(true);
  return (
    <Page>
      <PageHeader title={words.title} text={words.text}>
        <AddButton onClick={add} />
      </PageHeader>
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />}
      {!data && !error && <DataTableSkeleton caption={words.title} rows={3} />}
      {data?.data.length === 0 && (
        <EmptyState icon={Icon} title={words.emptyTitle} text={words.emptyText}>
          <AddButton onClick={add} />
        </EmptyState>
      )}
      {data && data.data.length > 0 && (
        <DataTable caption={words.title} columns={columns} rows={data.data} rowId={({ id }) => id} />
      )}
      {adding && <WebhookDialog save={save} onClose={() => setAdding(false)} />}
      {secret && <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
    </Page>
  );
}

const AddButton = ({ onClick }: { onClick: () => void }) => (
  <May call="createWebhook">
    <Button onClick={onClick}>
      <Plus /> {words.add}
    </Button>
  </May>
);

const columns: Column<Webhook>[] = [
  {
    id: 'url',
    header: words.url,
    cell: ({ row: { original } }) => (
      <div className="min-w-0">
        <Link
          href={`/settings/webhooks/${encodeURIComponent(original.id)}`}
          prefetch={false}
          data-opens
          title={original.url}
          className="block truncate font-medium after:absolute after:inset-0"
        >
          {original.description ?? original.url}
        </Link>
        {original.description && <div className="truncate text-[13px] text-muted">{original.url}</div>}
      </div>
    ),
    meta: { className: 'w-full max-w-0 sm:w-1/2' },
  },
  {
    id: 'types',
    header: words.types,
    cell: ({ row }) => (
      <span className="block truncate text-muted" title={words.sayTypes(row.original.types)}>
        {words.sayTypes(row.original.types)}
      </span>
    ),
    meta: { className: 'hidden w-1/3 max-w-0 md:table-cell' },
  },
  {
    id: 'status',
    header: words.status,
    cell: ({ row }) => <WebhookStatus webhook={row.original} />,
    meta: { className: 'whitespace-nowrap' },
  },
  {
    id: 'created',
    header: words.created,
    cell: ({ row }) => (
      <span className="text-muted">
        <Ago at={row.original.created_at} />
      </span>
    ),
    meta: { className: 'hidden whitespace-nowrap sm:table-cell' },
  },
];
