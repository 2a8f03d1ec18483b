'use client';

import { LayoutTemplate, Plus, SearchX } from 'lucide-react';
import dynamic from 'next/dynamic';
import { debounce, parseAsString, useQueryStates } from 'nuqs';
import { DataTable, DataTableSkeleton } from '@/components/table/data-table';
import { ApiHint } from '@/components/ui/api-hint';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { Select } from '@/components/ui/input';
import { PageHeader } from '@/components/ui/page-header';
import { Pager } from '@/components/ui/pager';
import { SearchBox } from '@/components/ui/search-box';
import { useMay } from '@/features/session/use-may';
import { Page } from '@/features/shell/shell';
import { useShell } from '@/features/shell/shell-context';
import { createTemplateCommand } from '@/lib/commands';
import { useCursors } from '@/lib/use-cursors';
import { useSettled } from '@/lib/use-settled';
import { useUrlDialog } from '@/lib/use-url-dialog';
import { columns } from './columns';
import { useLabels, useTemplates } from './queries';
import { words } from './words';

const CreateTemplateDialog = dynamic(() =>
  import('./create-template-dialog').then(({ CreateTemplateDialog: loaded }) => loaded),
);

const TYPING_MS = 200;

/** The templates, found by name, subject or label. */
export function TemplatesPage() {
  const [creating, setCreating] = useUrlDialog('create');
  const mayCreate = useMay('createTemplate');
  const create = mayCreate ? () => setCreating(true) : undefined;
  return (
    <Page>
      <PageHeader title={words.title} text={words.text}>
        {create && <CreateButton onClick={create} />}
      </PageHeader>
      <Templates onCreate={create} />
      {creating && <CreateTemplateDialog onClose={() => setCreating(false)} />}
    </Page>
  );
}

const FILTER = { search: parseAsString.withDefault(''), label: parseAsString.withDefault('') };

function Templates({ onCreate }: { onCreate?: () => void }) {
  const cursors = useCursors();
  const [{ search, label }, setFilter] = useQueryStates(FILTER);
  const q = useSettled(search.trim(), TYPING_MS);
  const labels = useLabels().data?.data ?? [];
  const filter = { ...(q && { q }), ...(label && { label }) };
  const { data, error, isFetching, isPlaceholderData, refetch } = useTemplates({ ...cursors.query, ...filter });
  const isFiltered = search !== '' || label !== '';
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />;
  if (!data) return <DataTableSkeleton caption={words.title} rows={3} />;
  if (data.data.length === 0 && cursors.isFirst && !isFiltered) return <Empty onCreate={onCreate} />;
  const type = (next: string) => {
    cursors.reset();
    void setFilter({ search: next }, { limitUrlUpdates: debounce(TYPING_MS), history: 'replace' });
  };
  const choose = (next: { search?: string; label: string }) => {
    cursors.reset();
    void setFilter(next, { history: 'push' });
  };
  return (
    <section aria-label={words.title}>
      <div className="mb-3 flex flex-wrap gap-2">
        <SearchBox
          hotkey
          label={words.search}
          value={search}
          onChange={(event) => type(event.target.value)}
          className="w-full sm:max-w-sm"
        />
        {labels.length > 0 && (
          <Select
            aria-label={words.label}
            value={label}
            onChange={(event) => choose({ label: event.target.value })}
            className="min-w-40"
          >
            <option value="">{words.allLabels}</option>
            {labels.map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </Select>
        )}
      </div>
      {data.data.length === 0 ? (
        <EmptyState icon={SearchX} title={words.noneTitle} text={words.noneText}>
          <Button variant="outline" onClick={() => choose({ search: '', label: '' })}>
            {words.showAll}
          </Button>
        </EmptyState>
      ) : (
        <DataTable
          caption={words.title}
          columns={columns}
          rows={data.data}
          rowId={({ id }) => id}
          stale={isPlaceholderData}
        />
      )}
      <Pager newer={data.previous_cursor} older={data.next_cursor} onNewer={cursors.newer} onOlder={cursors.older} />
    </section>
  );
}

function Empty({ onCreate }: { onCreate?: () => void }) {
  const { publicUrl } = useShell();
  return (
    <EmptyState icon={LayoutTemplate} title={words.emptyTitle} text={words.emptyText}>
      {onCreate && <CreateButton onClick={onCreate} />}
      <ApiHint label={words.emptyCode} code={createTemplateCommand(publicUrl)} />
    </EmptyState>
  );
}

const CreateButton = ({ onClick }: { onClick: () => void }) => (
  <Button onClick={onClick}>
    <Plus /> {words.create}
  </Button>
);
