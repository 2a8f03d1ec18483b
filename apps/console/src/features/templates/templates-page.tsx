'use client';

import { LayoutTemplate } from 'lucide-react';
import { DataTable, DataTableSkeleton } from '@/components/table/data-table';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { PageHeader } from '@/components/ui/page-header';
import { Pager } from '@/components/ui/pager';
import { ApiHint } from '@/components/ui/api-hint';
import { Page } from '@/features/shell/shell';
import { useShell } from '@/features/shell/shell-context';
import { createTemplateCommand } from '@/lib/commands';
import { useCursors } from '@/lib/use-cursors';
import { columns } from './columns';
import { useTemplates } from './queries';
import { words } from './words';

export const TemplatesPage = () => (
  <Page>
    <PageHeader title={words.title} text={words.text} />
    <Templates />
  </Page>
);

function Templates() {
  const cursors = useCursors();
  const { data, error, isFetching, isPlaceholderData, refetch } = useTemplates(cursors.query);
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />;
  if (!data) return <DataTableSkeleton caption={words.title} rows={3} />;
  if (data.data.length === 0 && cursors.isFirst) return <Empty />;
  return (
    <>
      <DataTable
        caption={words.title}
        columns={columns}
        rows={data.data}
        rowId={({ id }) => id}
        stale={isPlaceholderData}
      />
      <Pager newer={data.previous_cursor} older={data.next_cursor} onNewer={cursors.newer} onOlder={cursors.older} />
    </>
  );
}

function Empty() {
  const { publicUrl } = useShell();
  return (
    <EmptyState icon={LayoutTemplate} title={words.emptyTitle} text={words.emptyText}>
      <ApiHint label={words.emptyCode} code={createTemplateCommand(publicUrl)} />
    </EmptyState>
  );
}
