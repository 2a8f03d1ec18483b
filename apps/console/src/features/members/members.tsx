'use client';

import type { ListView } from '@dundun/client';
import { SearchX, UserPlus } from 'lucide-react';
import { useMemo } from 'react';
import { Button } from '@/components/ui/button';
import { DataTable, DataTableSkeleton } from '@/components/table/data-table';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { Pager } from '@/components/ui/pager';
import { ApiHint } from '@/components/ui/api-hint';
import { useShell } from '@/features/shell/shell-context';
import { subscribeCommand } from '@/lib/commands';
import { useCursors } from '@/lib/use-cursors';
import { columnsOf } from './columns';
import { MemberFilters } from './member-filters';
import { useMembers } from './queries';
import { useMemberFilters } from './use-member-filters';
import { words } from './words';

export function Members({ list }: { list: ListView }) {
  const cursors = useCursors();
  const filters = useMemberFilters(cursors.reset);
  const { data, error, isFetching, isPlaceholderData, refetch } = useMembers(list.id, {
    ...filters.query,
    ...cursors.query,
  });
  const columns = useMemo(() => columnsOf(list.id), [list.id]);
  const isEmpty = data?.data.length === 0 && cursors.isFirst;
  const isNew = isEmpty && !filters.isActive && !isPlaceholderData;
  return (
    <section aria-label={words.title}>
      {!isNew && <MemberFilters filters={filters} />}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />}
      {!data && !error && <DataTableSkeleton caption={words.title} />}
      {isNew && <NoMembersYet list={list.id} />}
      {isEmpty && !isNew && <NoMatches onReset={filters.clear} />}
      {data && !isEmpty && (
        <>
          <DataTable
            caption={words.title}
            columns={columns}
            rows={data.data}
            rowId={(member) => member.uid}
            stale={isPlaceholderData}
          />
          <Pager
            newer={data.previous_cursor}
            older={data.next_cursor}
            onNewer={cursors.newer}
            onOlder={cursors.older}
          />
        </>
      )}
    </section>
  );
}

function NoMembersYet({ list }: { list: string }) {
  const { publicUrl } = useShell();
  return (
    <EmptyState icon={UserPlus} title={words.emptyTitle} text={words.emptyText}>
      <ApiHint label={words.emptyCode} code={subscribeCommand(publicUrl, list)} />
    </EmptyState>
  );
}

const NoMatches = ({ onReset }: { onReset: () => void }) => (
  <EmptyState icon={SearchX} title={words.noneTitle} text={words.noneText}>
    <Button variant="outline" onClick={onReset}>
      {words.showAll}
    </Button>
  </EmptyState>
);
