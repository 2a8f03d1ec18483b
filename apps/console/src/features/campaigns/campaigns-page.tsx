'use client';

import { CalendarDays, Plus, SearchX, Send } from 'lucide-react';
import dynamic from 'next/dynamic';
import Link from 'next/link';
import { debounce, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { CAMPAIGN_STATES } from '@dundun/domain';
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
import { createCampaignCommand } from '@/lib/commands';
import { useCursors } from '@/lib/use-cursors';
import { useSettled } from '@/lib/use-settled';
import { useUrlDialog } from '@/lib/use-url-dialog';
import { columns } from './columns';
import { useCampaigns } from './queries';
import { words } from './words';

const CreateDialog = dynamic(() => import('./create-dialog').then(({ CreateDialog: loaded }) => loaded));
const StartCards = dynamic(() => import('./start-cards').then(({ StartCards: loaded }) => loaded));

const TYPING_MS = 200;
const FILTER = { search: parseAsString.withDefault(''), state: parseAsStringLiteral(CAMPAIGN_STATES) };

/** The campaigns, found by name, subject, label or state. */
export function CampaignsPage() {
  const [creating, setCreating] = useUrlDialog('create');
  const mayCreate = useMay('createCampaign');
  const create = mayCreate ? () => setCreating(true) : undefined;
  return (
    <Page>
      <Campaigns onCreate={create} />
      {creating && mayCreate && <CreateDialog onClose={() => setCreating(false)} />}
    </Page>
  );
}

function Campaigns({ onCreate }: { onCreate?: () => void }) {
  const cursors = useCursors();
  const [{ search, state }, setFilter] = useQueryStates(FILTER);
  const q = useSettled(search.trim(), TYPING_MS);
  const query = useCampaigns({ ...cursors.query, ...(q && { q }), ...(state && { state }) });
  const { data, error, isFetching, isPlaceholderData, refetch } = query;
  const isFiltered = search !== '' || state !== null;
  const isNew = data?.data.length === 0 && cursors.isFirst && !isFiltered && !isPlaceholderData;
  return (
    <>
      <PageHeader title={words.title} text={words.text}>
        <Button asChild variant="outline">
          <Link href="/campaigns/calendar" prefetch={false}>
            <CalendarDays /> {words.calendar}
          </Link>
        </Button>
        {onCreate && (
          <Button onClick={onCreate}>
            <Plus /> {words.create}
          </Button>
        )}
      </PageHeader>
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />}
      {!data && !error && <DataTableSkeleton caption={words.title} rows={3} />}
      {isNew && <Empty mayCreate={onCreate !== undefined} />}
      {data && !isNew && (
        <section aria-label={words.title}>
          <div className="mb-3 flex flex-wrap gap-2">
            <SearchBox
              hotkey
              label={words.search}
              value={search}
              maxLength={200}
              onChange={({ target }) => {
                cursors.reset();
                void setFilter({ search: target.value || null }, { limitUrlUpdates: debounce(TYPING_MS) });
              }}
              className="min-w-56 flex-1 sm:max-w-sm"
            />
            <Select
              aria-label={words.state}
              value={state ?? ''}
              onChange={({ target }) => {
                cursors.reset();
                void setFilter({ state: (target.value || null) as typeof state }, { history: 'push' });
              }}
              className="w-full sm:w-40"
            >
              <option value="">{words.anyState}</option>
              {CAMPAIGN_STATES.map((each) => (
                <option key={each} value={each}>
                  {words.states[each]}
                </option>
              ))}
            </Select>
          </div>
          {data.data.length === 0 ? (
            <EmptyState icon={SearchX} title={words.noneTitle} text={words.noneText}>
              <Button variant="outline" onClick={() => void setFilter({ search: null, state: null })}>
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
          <Pager
            newer={data.previous_cursor}
            older={data.next_cursor}
            onNewer={cursors.newer}
            onOlder={cursors.older}
          />
        </section>
      )}
    </>
  );
}

function Empty({ mayCreate }: { mayCreate: boolean }) {
  const { publicUrl } = useShell();
  return (
    <EmptyState icon={Send} title={words.emptyTitle} text={words.emptyText}>
      {mayCreate && <StartCards />}
      <ApiHint label={words.emptyCode} code={createCampaignCommand(publicUrl)} />
    </EmptyState>
  );
}
