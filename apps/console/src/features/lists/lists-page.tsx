'use client';

import { Plus, Users } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { DataTable, DataTableSkeleton } from '@/components/ui/data-table';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { PageHeader } from '@/components/ui/page-header';
import { Pager } from '@/components/ui/pager';
import { Snippet } from '@/components/ui/snippet';
import { Page } from '@/features/shell/shell';
import { useShell } from '@/features/shell/shell-context';
import { createListCommand } from '@/lib/commands';
import { useCursors } from '@/lib/use-cursors';
import { columns } from './columns';
import { CreateListDialog } from './create-list-dialog';
import { useLists } from './queries';
import { words } from './words';

export function ListsPage() {
  const [creating, setCreating] = useState(false);
  return (
    <Page>
      <PageHeader title={words.title} text={words.text}>
        <CreateButton onClick={() => setCreating(true)} />
      </PageHeader>
      <Lists onCreate={() => setCreating(true)} />
      <CreateListDialog open={creating} onOpenChange={setCreating} />
    </Page>
  );
}

function Lists({ onCreate }: { onCreate: () => void }) {
  const cursors = useCursors();
  const { data, error, isFetching, isPlaceholderData, refetch } = useLists(cursors.query);
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />;
  if (!data) return <DataTableSkeleton caption={words.title} />;
  if (data.data.length === 0 && cursors.isFirst) return <Empty onCreate={onCreate} />;
  return (
    <>
      <DataTable
        caption={words.title}
        columns={columns}
        rows={data.data}
        rowId={(list) => list.id}
        stale={isPlaceholderData}
      />
      <Pager newer={data.previous_cursor} older={data.next_cursor} onNewer={cursors.newer} onOlder={cursors.older} />
    </>
  );
}

function Empty({ onCreate }: { onCreate: () => void }) {
  const { publicUrl } = useShell();
  return (
    <EmptyState icon={Users} title={words.emptyTitle} text={words.emptyText}>
      <CreateButton onClick={onCreate} />
      <Snippet label={words.emptyCode} code={createListCommand(publicUrl)} />
    </EmptyState>
  );
}

const CreateButton = ({ onClick }: { onClick: () => void }) => (
  <Button onClick={onClick}>
    <Plus /> {words.create}
  </Button>
);
