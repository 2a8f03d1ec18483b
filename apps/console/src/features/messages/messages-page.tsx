'use client';

import { MailSearch } from 'lucide-react';
import Link from 'next/link';
import { PagedTable } from '@/components/table/paged-table';
import { ApiHint } from '@/components/ui/api-hint';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { ExportButton } from '@/features/exports/export-button';
import { Page } from '@/features/shell/shell';
import { useShell } from '@/features/shell/shell-context';
import { Retention } from '@/features/workspace/retention';
import { sendCommand } from '@/lib/commands';
import { fullMoment } from '@/lib/format';
import { columns } from './list-columns';
import { FilterBar } from './filter-bar';
import { useMessages, useTags } from './queries';
import { TagFigures } from './tag-figures';
import { useMessageFilters, type MessageFilterState } from './use-message-filters';
import { words } from './words';

/** Every message, found by what is known of it. */
export function MessagesPage() {
  const filters = useMessageFilters();
  const query = useMessages(filters.query);
  const { data: tags } = useTags();
  const lines = tags?.data ?? [];
  const chosen = lines.find((line) => line.tag === filters.values.tag);
  const { data, isPlaceholderData } = query;
  const isEmpty =
    data?.data.length === 0 && !isPlaceholderData && (filters.cursors.isFirst || data.searched_to !== null);
  return (
    <Page>
      <PageHeader title={words.title} text={words.text}>
        {!(isEmpty && !filters.isActive) && <ExportButton what="messages" filters={filters.matching} />}
      </PageHeader>
      {isEmpty && !filters.isActive ? (
        <NoneYet />
      ) : (
        <section aria-label={words.title}>
          <FilterBar filters={filters} tags={lines} />
          {chosen && <TagFigures figures={chosen} />}
          <PagedTable
            caption={words.title}
            columns={columns}
            query={query}
            rowId={({ id }) => id}
            cursors={filters.cursors}
            rows={12}
            isEmpty={isEmpty}
            empty={
              <NoMatch filters={filters} searchedTo={data?.searched_to ?? null} next={data?.next_cursor ?? null} />
            }
          />
          {data && !isEmpty && data.searched_to && (
            <p role="status" className="mt-3 text-[13px] text-muted">
              {words.searchedTo({ when: fullMoment(data.searched_to) })}
            </p>
          )}
          <Retention />
        </section>
      )}
    </Page>
  );
}

function NoneYet() {
  const { publicUrl } = useShell();
  return (
    <EmptyState icon={MailSearch} title={words.emptyTitle} text={words.emptyText}>
      <Button asChild>
        <Link href="/templates">{words.toTemplates}</Link>
      </Button>
      <ApiHint label={words.emptyCode} code={sendCommand(publicUrl)} />
    </EmptyState>
  );
}

interface NoMatchProps {
  filters: MessageFilterState;
  searchedTo: string | null;
  next: string | null;
}

function NoMatch({ filters, searchedTo, next }: NoMatchProps) {
  return (
    <EmptyState
      icon={MailSearch}
      title={words.noneTitle}
      text={searchedTo ? words.noneTo({ when: fullMoment(searchedTo) }) : words.noneText}
    >
      {searchedTo && next && <Button onClick={() => filters.cursors.older(next)}>{words.keepLooking}</Button>}
      <Button variant="outline" onClick={filters.clear}>
        {words.showAll}
      </Button>
    </EmptyState>
  );
}
