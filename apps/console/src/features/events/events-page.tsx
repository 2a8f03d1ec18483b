'use client';

import { Activity, SearchX } from 'lucide-react';
import dynamic from 'next/dynamic';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { useState, type ReactNode } from 'react';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { PageHeader } from '@/components/ui/page-header';
import { Segmented } from '@/components/ui/segmented';
import { usePanel } from '@/components/ui/side-panel';
import { ApiHint } from '@/components/ui/api-hint';
import { ExportButton } from '@/features/exports/export-button';
import { Page } from '@/features/shell/shell';
import { useShell } from '@/features/shell/shell-context';
import { trackCommand } from '@/lib/commands';
import { words as exploring } from './explorer-words';
import { EventFilters } from './event-filters';
import { EventList, EventListSkeleton } from './event-list';
import { EventPanel } from './event-panel';
import { TestEventButton } from './test-event-button';
import { LiveSwitch } from './live-switch';
import { OlderEvents } from './older-events';
import { useEventFilters } from './use-event-filters';
import { useFeed } from './use-feed';
import { words } from './words';

const Explorer = dynamic(() => import('./explorer').then(({ Explorer: loaded }) => loaded), {
  loading: () => <EventListSkeleton />,
});

const VIEWS = ['live', 'explore'] as const;
const viewParser = parseAsStringLiteral(VIEWS).withDefault('live').withOptions({ history: 'push' });

/** What happens now, and what happened how often. */
export function EventsPage() {
  const [view, setView] = useQueryState('view', viewParser);
  const choice = (
    <Segmented
      label={exploring.views}
      value={view}
      options={VIEWS.map((value) => ({ value, label: exploring[value] }))}
      onChange={(next) => void setView(next)}
    />
  );
  if (view === 'live') return <Live>{choice}</Live>;
  return (
    <Page>
      <PageHeader title={words.title} text={words.explore}>
        {choice}
      </PageHeader>
      <Explorer />
    </Page>
  );
}

function Live({ children }: { children: ReactNode }) {
  const filters = useEventFilters();
  const [paused, setPaused] = useState(false);
  const panel = usePanel('open');
  const { feed, error, refetch, showOlder, isGoingBack } = useFeed(filters.query, paused);
  const open = feed?.rows.find(({ event }) => event.id === panel.shown) ?? null;
  return (
    <Page className={open ? 'lg:mr-[27rem] lg:w-auto' : undefined}>
      <PageHeader title={words.title} text={words.text}>
        {children}
        {feed && feed.rows.length > 0 && <ExportButton what="events" filters={filters.query} />}
        <LiveSwitch paused={paused} failing={Boolean(error)} onChange={setPaused} />
      </PageHeader>
      <EventFilters filters={filters} />
      {!feed && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!feed && !error && <EventListSkeleton />}
      {feed?.rows.length === 0 && <Empty filtered={filters.isActive} onSent={() => void refetch()} />}
      {feed && feed.rows.length > 0 && (
        <EventList feed={feed} openKey={open?.key} onOpen={({ event }) => panel.show(event.id)} />
      )}
      {feed && (feed.older || feed.rows.length > 0) && (
        <OlderEvents more={feed.older !== null} busy={isGoingBack} onShow={() => void showOlder()} />
      )}
      <EventPanel row={open} onClose={panel.close} filters={filters} />
    </Page>
  );
}

function Empty({ filtered, onSent }: { filtered: boolean; onSent: () => void }) {
  const { publicUrl } = useShell();
  if (filtered) return <EmptyState icon={SearchX} title={words.noneTitle} text={words.noneText} />;
  return (
    <EmptyState icon={Activity} title={words.emptyTitle} text={words.emptyText}>
      <TestEventButton onSent={onSent} />
      <ApiHint label={words.emptyCode} code={trackCommand(publicUrl)} />
    </EmptyState>
  );
}
