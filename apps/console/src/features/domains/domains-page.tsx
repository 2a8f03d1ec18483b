'use client';

import { Globe, Plus } from 'lucide-react';
import dynamic from 'next/dynamic';
import { Button } from '@/components/ui/button';
import { DataTable, DataTableSkeleton } from '@/components/table/data-table';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { PageHeader } from '@/components/ui/page-header';
import { May } from '@/features/session/may';
import { useMay } from '@/features/session/use-may';
import { Page } from '@/features/shell/shell';
import { useUrlDialog } from '@/lib/use-url-dialog';
import { columns } from './columns';
import { useDomains } from './queries';
import { words } from './words';

const AddDomainDialog = dynamic(() => import('./add-domain-dialog').then(({ AddDomainDialog: loaded }) => loaded));

export function DomainsPage() {
  const [adding, setAdding] = useUrlDialog('add');
  const mayAdd = useMay('addDomain');
  return (
    <Page>
      <PageHeader title={words.title} text={words.text}>
        <AddButton onClick={() => setAdding(true)} />
      </PageHeader>
      <Domains onAdd={() => setAdding(true)} />
      {adding && mayAdd && <AddDomainDialog onClose={() => setAdding(false)} />}
    </Page>
  );
}

function Domains({ onAdd }: { onAdd: () => void }) {
  const { data, error, isFetching, refetch } = useDomains();
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />;
  if (!data) return <DataTableSkeleton caption={words.title} rows={3} />;
  if (data.data.length === 0) {
    return (
      <EmptyState icon={Globe} title={words.emptyTitle} text={words.emptyText}>
        <AddButton onClick={onAdd} />
      </EmptyState>
    );
  }
  return <DataTable caption={words.title} columns={columns} rows={data.data} rowId={({ id }) => id} />;
}

const AddButton = ({ onClick }: { onClick: () => void }) => (
  <May call="addDomain">
    <Button onClick={onClick}>
      <Plus /> {words.add}
    </Button>
  </May>
);
