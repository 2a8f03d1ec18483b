'use client';

import { History, SearchX, X } from 'lucide-react';
import { useMemo } from 'react';
import { PagedTable } from '@/components/table/paged-table';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Select } from '@/components/ui/input';
import { PageHeader } from '@/components/ui/page-header';
import { usePanel } from '@/components/ui/side-panel';
import { Page } from '@/features/shell/shell';
import { AuditPanel } from './audit-panel';
import { columnsOf } from './columns';
import { useAudit } from './queries';
import { ACTORS, useAuditFilters, type AuditFilters } from './use-audit-filters';
import { words } from './words';

/** Every change of settings and content, newest first. */
export function AuditPage() {
  const filters = useAuditFilters();
  const query = useAudit(filters.query);
  const { shown, show, close } = usePanel('change');
  const columns = useMemo(() => columnsOf(show), [show]);
  const isEmpty = query.data?.data.length === 0 && filters.cursors.isFirst;
  const isNew = isEmpty && !filters.isActive && !query.isPlaceholderData;
  return (
    <Page>
      <PageHeader title={words.title} text={words.text} />
      {!isNew && <Filters filters={filters} />}
      <PagedTable
        caption={words.title}
        columns={columns}
        query={query}
        rowId={({ id }) => id}
        cursors={filters.cursors}
        isEmpty={isEmpty}
        empty={
          isNew ? (
            <EmptyState icon={History} title={words.emptyTitle} text={words.emptyText} />
          ) : (
            <EmptyState icon={SearchX} title={words.noneTitle} text={words.noneText}>
              <Button variant="outline" onClick={filters.clear}>
                {words.showAll}
              </Button>
            </EmptyState>
          )
        }
      />
      <AuditPanel entry={query.data?.data.find(({ id }) => id === shown)} filters={filters} onClose={close} />
    </Page>
  );
}

const Filters = ({ filters }: { filters: AuditFilters }) => (
  <div className="mb-4 flex flex-wrap items-center gap-2">
    <Select
      aria-label={words.filterThing}
      value={filters.thing}
      onChange={(event) => filters.setThing(event.target.value)}
      className="w-full! sm:w-52!"
    >
      <option value="">{words.allThings}</option>
      {Object.entries(words.things).map(([thing, label]) => (
        <option key={thing} value={thing}>
          {label}
        </option>
      ))}
    </Select>
    <Select
      aria-label={words.filterActor}
      value={filters.actor}
      onChange={(event) => filters.setActor(event.target.value)}
      className="w-full! sm:w-44!"
    >
      <option value="">{words.allActors}</option>
      {ACTORS.map((actor) => (
        <option key={actor} value={actor}>
          {words.actors[actor]}
        </option>
      ))}
    </Select>
    {filters.isOne && (
      <Button variant="outline" onClick={filters.clear}>
        {words.filtered} <X />
      </Button>
    )}
  </div>
);
