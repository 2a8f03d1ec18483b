'use client';

import type { ListView } from '@dundun/client';
import { SearchX, UserPlus } from 'lucide-react';
import { parseAsArrayOf, parseAsString, useQueryState } from 'nuqs';
import dynamic from 'next/dynamic';
import { useMemo } from 'react';
import { Button } from '@/components/ui/button';
import { ColumnMenu } from '@/components/table/column-menu';
import { useColumns } from '@/components/table/columns';
import { useSelection } from '@/components/table/selection';
import { PagedTable } from '@/components/table/paged-table';
import { EmptyState } from '@/components/ui/empty-state';
import { ApiHint } from '@/components/ui/api-hint';
import { ExportButton } from '@/features/exports/export-button';
import { callName } from '@/features/people/person-name';
import { useMay } from '@/features/session/use-may';
import { useShell } from '@/features/shell/shell-context';
import { subscribeCommand } from '@/lib/commands';
import { useCursors } from '@/lib/use-cursors';
import { attributesIn, columnsOf, SHOWN } from './columns';
import { MemberFilters } from './member-filters';
import { useAttributeNames, useMembers } from './queries';
import { useMemberFilters } from './use-member-filters';
import { words } from './words';

const BulkActions = dynamic(() => import('@/features/people/bulk-actions').then(({ BulkActions: loaded }) => loaded));

/** More do not fit the menu. */
const MOST_OFFERED = 40;
/** The API reads no more. */
const MOST_SHOWN = 20;

export function Members({ list }: { list: ListView }) {
  const cursors = useCursors();
  const filters = useMemberFilters(cursors.reset);
  const { data: names } = useAttributeNames();
  const [chosen] = useQueryState('columns', parseAsArrayOf(parseAsString));
  // The address names them, so that the page need not wait for the menu's names.
  const attributes = useMemo(() => attributesIn(chosen ?? []).slice(0, MOST_SHOWN), [chosen]);
  const all = useMemo(() => {
    const offered = [...(names ?? []).slice(0, MOST_OFFERED), ...attributes];
    return columnsOf(list.id, [...new Set(offered)]);
  }, [list.id, names, attributes]);
  const { columns, choices, toggle } = useColumns(all, SHOWN);
  const query = useMembers(list.id, {
    ...filters.query,
    ...(attributes.length > 0 && { attributes: attributes.join(',') }),
    ...cursors.query,
  });
  const mayChange = useMay('changeListsOfPeople');
  const matching = { list: list.id, ...filters.query };
  const selection = useSelection(JSON.stringify(matching));
  const isWhole = query.data?.next_cursor === null && cursors.isFirst;
  const isEmpty = query.data?.data.length === 0 && cursors.isFirst;
  const isNew = isEmpty && !filters.isActive && !query.isPlaceholderData;
  return (
    <section aria-label={words.title}>
      {!isNew && (
        <MemberFilters filters={filters}>
          <ColumnMenu choices={choices} toggle={toggle} />
          <ExportButton what="members" filters={matching} />
        </MemberFilters>
      )}
      {mayChange && <BulkActions selection={selection} filter={matching} isWhole={isWhole} />}
      <PagedTable
        caption={words.title}
        columns={columns}
        query={query}
        rowId={({ uid }) => uid}
        cursors={cursors}
        selection={mayChange ? selection : undefined}
        nameOf={(member) => callName(member, member.uid)}
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
