'use client';

import type { ListView } from '@dundun/client';
import { SearchX, UserPlus } from 'lucide-react';
import { useMemo } from 'react';
import { Button } from '@/components/ui/button';
import { PagedTable } from '@/components/table/paged-table';
import { EmptyState } from '@/components/ui/empty-state';
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
  const query = useMembers(list.id, {
    ...filters.query,
    ...cursors.query,
  });
  const columns = useMemo(() => columnsOf(list.id), [list.id]);
  const isEmpty = query.data?.data.length === 0 && cursors.isFirst;
  const isNew = isEmpty && !filters.isActive && !query.isPlaceholderData;
  return (
    <section aria-label={words.title}>
      {!isNew && <MemberFilters filters={filters} />}
      <PagedTable
        caption={words.title}
        columns={columns}
        query={query}
        rowId={({ uid }) => uid}
        cursors={cursors}
        isEmpty={isEmpty}
        empty={isNew ? <NoMembersYet list={list.id} /> : <NoMatches onReset={filters.clear} />}
      />
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
