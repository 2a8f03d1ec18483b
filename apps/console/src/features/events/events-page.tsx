'use client';

import { Activity, SearchX } from 'lucide-react';
import { useState } from 'react';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { PageHeader } from '@/components/ui/page-header';
import { ApiHint } from '@/components/ui/api-hint';
import { Page } from '@/features/shell/shell';
import { useShell } from '@/features/shell/shell-context';
import { trackCommand } from '@/lib/commands';
import { EventFilters } from './event-filters';
import { EventList, EventListSkeleton } from './event-list';
import { EventPanel } from './event-panel';
import type { FeedRow } from './feed';
import { LiveSwitch } from './live-switch';
import { OlderEvents } from './older-events';
import { useEventFilters } from './use-event-filters';
import { useFeed } from './use-feed';
import { words } from './words';

export function EventsPage() {
  const filters = useEventFilters();
  const [paused, setPaused] = useState(false);
  const [open, setOpen] = useState<FeedRow | null>(null);
  const { feed, error, refetch, showOlder, isGoingBack } = useFeed(filters.query, paused);
  return (
    <Page className={open ? 'lg:mr-[27rem] lg:w-auto' : undefined}>
      <PageHeader title={words.title} text={words.text}>
        <LiveSwitch paused={paused} failing={Boolean(error)} onChange={setPaused} />
      </PageHeader>
      <EventFilters filters={filters} />
      {!feed && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!feed && !error && <EventListSkeleton />}
      {feed?.rows.length === 0 && <Empty filtered={filters.isActive} />}
      {feed && feed.rows.length > 0 && <EventList feed={feed} openKey={open?.key} onOpen={setOpen} />}
      {feed && (feed.older || feed.rows.length > 0) && (
        <OlderEvents more={feed.older !== null} busy={isGoingBack} onShow={() => void showOlder()} />
      )}
      <EventPanel row={open} onClose={() => setOpen(null)} filters={filters} />
    </Page>
  );
}

function Empty({ filtered }: { filtered: boolean }) {
  const { publicUrl } = useShell();
  if (filtered) return <EmptyState icon={SearchX} title={words.noneTitle} text={words.noneText} />;
  return (
    <EmptyState icon={Activity} title={words.emptyTitle} text={words.emptyText}>
      <ApiHint label={words.emptyCode} code={trackCommand(publicUrl)} />
    </EmptyState>
  );
}
