'use client';

import { KeyRound, Plus } from 'lucide-react';
import dynamic from 'next/dynamic';
import { DataTable, DataTableSkeleton } from '@/components/table/data-table';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { PageHeader } from '@/components/ui/page-header';
import { May } from '@/features/session/may';
import { Page } from '@/features/shell/shell';
import { useUrlDialog } from '@/lib/use-url-dialog';
import { columns, revokedColumns } from './columns';
import { useKeys } from './queries';
import { words } from './words';

const CreateKeyDialog = dynamic(() => import('./create-key-dialog').then(({ CreateKeyDialog: loaded }) => loaded));

/** The API keys: those that work, and those that were revoked. */
export function KeysPage() {
  const [creating, setCreating] = useUrlDialog('create');
  const query = useKeys();
  const create = () => setCreating(true);
  return (
    <Page>
      <PageHeader title={words.title} text={words.text}>
        <CreateButton onClick={create} />
      </PageHeader>
      <Keys query={query} onCreate={create} />
      {creating && <CreateKeyDialog onClose={() => setCreating(false)} />}
    </Page>
  );
}

function Keys({ query, onCreate }: { query: ReturnType<typeof useKeys>; onCreate: () => void }) {
  const { data, error, isFetching, refetch } = query;
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />;
  if (!data) return <DataTableSkeleton caption={words.title} rows={3} />;
  const working = data.data.filter((key) => !key.revoked_at);
  const revoked = data.data.filter((key) => key.revoked_at);
  return (
    <>
      {working.length > 0 ? (
        <DataTable caption={words.working} columns={columns} rows={working} rowId={({ id }) => id} />
      ) : (
        <EmptyState icon={KeyRound} title={words.emptyTitle} text={words.emptyText}>
          <CreateButton onClick={onCreate} />
        </EmptyState>
      )}
      {revoked.length > 0 && (
        <section className="mt-8">
          <h2 className="mb-3 text-sm font-semibold tracking-tight">{words.old}</h2>
          <DataTable caption={words.old} columns={revokedColumns} rows={revoked} rowId={({ id }) => id} />
        </section>
      )}
    </>
  );
}

const CreateButton = ({ onClick }: { onClick: () => void }) => (
  <May call="createKey">
    <Button onClick={onClick}>
      <Plus /> {words.create}
    </Button>
  </May>
);
