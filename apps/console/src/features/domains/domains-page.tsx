'use client';

import { Globe, Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { DataTable, DataTableSkeleton } from '@/components/ui/data-table';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { PageHeader } from '@/components/ui/page-header';
import { Page } from '@/features/shell/shell';
import { AddDomainDialog } from './add-domain-dialog';
import { columns } from './columns';
import { useDomains } from './queries';
import { words } from './words';

export function DomainsPage() {
  const [adding, setAdding] = useState(false);
  return (
    <Page>
      <PageHeader title={words.title} text={words.text}>
        <AddButton onClick={() => setAdding(true)} />
      </PageHeader>
      <Domains onAdd={() => setAdding(true)} />
      <AddDomainDialog open={adding} onOpenChange={setAdding} />
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
  <Button onClick={onClick}>
    <Plus /> {words.add}
  </Button>
);
