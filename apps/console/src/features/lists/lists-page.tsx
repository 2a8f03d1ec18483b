'use client';

import { Plus, SearchX, Users } from 'lucide-react';
import dynamic from 'next/dynamic';
import { debounce, parseAsString, useQueryState } from 'nuqs';
import { useMemo } from 'react';
import { DataTable, DataTableSkeleton } from '@/components/table/data-table';
import { sorted, useSort } from '@/components/table/sorting';
import { ApiHint } from '@/components/ui/api-hint';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { PageHeader } from '@/components/ui/page-header';
import { SearchBox } from '@/components/ui/search-box';
import { May } from '@/features/session/may';
import { useMay } from '@/features/session/use-may';
import { Page } from '@/features/shell/shell';
import { useShell } from '@/features/shell/shell-context';
import { createListCommand } from '@/lib/commands';
import { useUrlDialog } from '@/lib/use-url-dialog';
import { SORTABLE, columnsOf, sortValue } from './columns';
import { listsMatching } from './lists-matching';
import { useLists, useTrends } from './queries';
import { words } from './words';

const CreateListDialog = dynamic(() => import('./create-list-dialog').then(({ CreateListDialog: loaded }) => loaded));

const TYPING_MS = 200;

/** Every list, found as you type. */
export function ListsPage() {
  const [creating, setCreating] = useUrlDialog('create');
  const mayCreate = useMay('createList');
  const query = useLists();
  const { data, error, isFetching, refetch } = query;
  const create = () => setCreating(true);
  return (
    <Page>
      <PageHeader title={words.title} text={words.text}>
        <CreateButton onClick={create} />
      </PageHeader>
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />}
      {!data && !error && <DataTableSkeleton caption={words.title} />}
      {data?.length === 0 && <Empty onCreate={create} />}
      {data && data.length > 0 && <Lists lists={data} />}
      {creating && mayCreate && <CreateListDialog onClose={() => setCreating(false)} />}
    </Page>
  );
}

function Lists({ lists }: { lists: NonNullable<ReturnType<typeof useLists>['data']> }) {
  const [search, setSearch] = useQueryState('search', parseAsString.withDefault(''));
  const { sort, setSort } = useSort(SORTABLE, '-created');
  const { data: trends } = useTrends();
  const columns = useMemo(() => columnsOf(trends), [trends]);
  const found = useMemo(
    () => sorted(listsMatching(lists, search), sort, (list) => sortValue(list, sort.by)),
    [lists, search, sort],
  );
  const type = (text: string) => void setSearch(text || null, { limitUrlUpdates: debounce(TYPING_MS) });
  return (
    <section aria-label={words.title}>
      <SearchBox
        hotkey
        label={words.search}
        value={search}
        onChange={(event) => type(event.target.value)}
        className="mb-3 sm:max-w-sm"
      />
      {found.length === 0 ? (
        <EmptyState icon={SearchX} title={words.noneTitle} text={words.noneText}>
          <Button variant="outline" onClick={() => type('')}>
            {words.showAll}
          </Button>
        </EmptyState>
      ) : (
        <DataTable
          caption={words.title}
          columns={columns}
          rows={found}
          rowId={({ id }) => id}
          sort={sort}
          onSort={setSort}
        />
      )}
    </section>
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
  <May call="createList">
    <Button onClick={onClick}>
      <Plus /> {words.create}
    </Button>
  </May>
);
