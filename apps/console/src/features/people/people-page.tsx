'use client';

import { FileUp, SearchX, Users } from 'lucide-react';
import dynamic from 'next/dynamic';
import Link from 'next/link';
import { useMemo } from 'react';
import { ColumnMenu } from '@/components/table/column-menu';
import { useColumns } from '@/components/table/columns';
import { PagedTable } from '@/components/table/paged-table';
import { ApiHint } from '@/components/ui/api-hint';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { useSelection } from '@/components/table/selection';
import { useMay } from '@/features/session/use-may';
import { callName } from './person-name';
import { ExportButton } from '@/features/exports/export-button';
import { May } from '@/features/session/may';
import { Page } from '@/features/shell/shell';
import { useShell } from '@/features/shell/shell-context';
import { upsertPersonCommand } from '@/lib/commands';
import { SHOWN, columnsOf } from './columns';
import { ConditionBar } from './condition-bar';
import { PeopleFilters } from './people-filters';
import { usePeople } from './queries';
import { usePeopleFilters } from './use-people-filters';
import { words } from './words';

const ReachLine = dynamic(() => import('./reach-line').then(({ ReachLine: loaded }) => loaded), {
  loading: () => words.text,
});
const BulkActions = dynamic(() => import('./bulk-actions').then(({ BulkActions: loaded }) => loaded));

/** Everybody, found as you type. */
export function PeoplePage() {
  const filters = usePeopleFilters();
  const query = usePeople(filters.query);
  const all = useMemo(() => columnsOf(filters.list !== ''), [filters.list]);
  const { columns, choices, toggle } = useColumns(all, SHOWN);
  const isEmpty = query.data?.data.length === 0 && filters.cursors.isFirst && !query.isPlaceholderData;
  const mayChange = useMay('changeListsOfPeople');
  const mayCount = useMay('getPeopleReach');
  const selection = useSelection(JSON.stringify(filters.matching));
  const isWhole = query.data?.next_cursor === null && filters.cursors.isFirst;
  const isNew = isEmpty && !filters.isActive;
  return (
    <Page>
      <PageHeader title={words.title} text={mayCount && !isNew ? <ReachLine /> : words.text}>
        {!isNew && <ImportButton />}
        {!isNew && <ExportButton what="people" filters={filters.matching} />}
      </PageHeader>
      {isNew ? (
        <Nobody />
      ) : (
        <section aria-label={words.title}>
          <PeopleFilters filters={filters}>
            <ColumnMenu choices={choices} toggle={toggle} />
          </PeopleFilters>
          <ConditionBar filters={filters} />
          {mayChange && <BulkActions selection={selection} filter={filters.matching} isWhole={isWhole} />}
          <PagedTable
            caption={words.title}
            columns={columns}
            query={query}
            rowId={({ uid }) => uid}
            cursors={filters.cursors}
            selection={mayChange ? selection : undefined}
            nameOf={(person) => callName(person, person.uid)}
            rows={12}
            isEmpty={isEmpty}
            empty={
              <EmptyState icon={SearchX} title={words.noneTitle} text={words.noneText}>
                <Button variant="outline" onClick={filters.clear}>
                  {words.showAll}
                </Button>
              </EmptyState>
            }
          />
        </section>
      )}
    </Page>
  );
}

const ImportButton = ({ variant = 'outline' }: { variant?: 'outline' | 'primary' }) => (
  <May call="createImport">
    <Button asChild variant={variant}>
      <Link href="/people/imports">
        <FileUp /> {words.importFile}
      </Link>
    </Button>
  </May>
);

function Nobody() {
  const { publicUrl } = useShell();
  return (
    <EmptyState icon={Users} title={words.emptyTitle} text={words.emptyText}>
      <ImportButton variant="primary" />
      <Button asChild variant="outline">
        <Link href="/lists">{words.toLists}</Link>
      </Button>
      <ApiHint label={words.emptyCode} code={upsertPersonCommand(publicUrl)} />
    </EmptyState>
  );
}
