'use client';

import { Plus, Users } from 'lucide-react';
import dynamic from 'next/dynamic';
import { ApiHint } from '@/components/ui/api-hint';
import { Button } from '@/components/ui/button';
import { DataTable, DataTableSkeleton } from '@/components/table/data-table';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { PageHeader } from '@/components/ui/page-header';
import { Pager } from '@/components/ui/pager';
import { Page } from '@/features/shell/shell';
import { useShell } from '@/features/shell/shell-context';
import { createListCommand } from '@/lib/commands';
import { useCursors } from '@/lib/use-cursors';
import { useUrlDialog } from '@/lib/use-url-dialog';
import { columns } from './columns';
import { useLists } from './queries';
import { words } from './words';

const CreateListDialog = dynamic(() => import('./create-list-dialog').then(({ CreateListDialog: loaded }) => loaded));

export function ListsPage() {
  const [creating, setCreating] = useUrlDialog('create');
  return (
    <Page>
      <PageHeader title={words.title} text={words.text}>
        <CreateButton onClick={() => setCreating(true)} />
      </PageHeader>
      <Lists onCreate={() => setCreating(true)} />
      {creating && <CreateListDialog onClose={() => setCreating(false)} />}
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
      <ApiHint label={words.emptyCode} code={createListCommand(publicUrl)} />
    </EmptyState>
  );
}

const CreateButton = ({ onClick }: { onClick: () => void }) => (
  <Button onClick={onClick}>
    <Plus /> {words.create}
  </Button>
);
