'use client';

import { Activity as Icon } from 'lucide-react';
import Link from 'next/link';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { Panel } from '@/components/ui/panel';
import { Segmented } from '@/components/ui/segmented';
import { Skeleton } from '@/components/ui/skeleton';
import { words } from '../words';
import { ActivityRow, type ActivityMoment } from './activity-row';
import { usePersonConsents, usePersonEvents, usePersonMessages } from './queries';
import { endingOf, merged, type Source } from './timeline';

const KINDS = ['all', 'event', 'message', 'consent'] as const;

/** What a person did, was sent and agreed to, newest first. A backfilled event is where it happened. */
export function Activity({ uid }: { uid: string }) {
  const [kind, setKind] = useQueryState(
    'show',
    parseAsStringLiteral(KINDS).withDefault('all').withOptions({ history: 'push' }),
  );
  const all = useSources(uid);
  const failed = all.find(({ query }) => !query.data && query.error)?.query;
  if (failed)
    return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} retrying={failed.isFetching} />;
  if (all.some(({ query }) => !query.data)) return <Skeleton className="h-40 w-full rounded-xl" />;
  const sources = all.filter((each) => kind === 'all' || each.kind === kind);
  const rows = merged<ActivityMoment>(sources);
  const ending = endingOf(sources);
  return (
    <Panel
      title={words.activity}
      aside={
        <Segmented
          label={words.show}
          value={kind}
          options={KINDS.map((value) => ({ value, label: words.shows[value] }))}
          onChange={(next) => void setKind(next)}
        />
      }
    >
      {rows.length === 0 ? (
        <div className="p-4">
          <EmptyState icon={Icon} title={words.nothingYet} text={words.noActivity} />
        </div>
      ) : (
        <ol aria-label={words.activity} className="divide-y">
          {rows.map((row, index) => (
            <ActivityRow key={`${row.kind} ${row.at} ${index}`} moment={row} />
          ))}
        </ol>
      )}
      <footer className="flex flex-wrap gap-2 border-t px-4 py-2.5">
        {ending && (
          <Button
            variant="outline"
            size="sm"
            busy={ending.query.isFetchingNextPage}
            onClick={() => void ending.query.fetchNextPage()}
          >
            {words.older}
          </Button>
        )}
        <Button asChild variant="outline" size="sm">
          <Link href={`/events?uid=${encodeURIComponent(uid)}`}>{words.showEvents}</Link>
        </Button>
        <Button asChild variant="outline" size="sm">
          <Link href={`/messages?uid=${encodeURIComponent(uid)}`}>{words.showMessages}</Link>
        </Button>
      </footer>
    </Panel>
  );
}

interface ActivitySource extends Source<ActivityMoment> {
  kind: ActivityMoment['kind'];
  query: {
    data?: unknown;
    error: unknown;
    isFetching: boolean;
    isFetchingNextPage: boolean;
    refetch: () => Promise<unknown>;
    fetchNextPage: () => Promise<unknown>;
  };
}

function useSources(uid: string): ActivitySource[] {
  const [events, messages, consents] = [usePersonEvents(uid), usePersonMessages(uid), usePersonConsents(uid)];
  return [
    {
      ...events,
      kind: 'event',
      moments: events.entries.map((entry) => {
        const arrivedAt = entry.received_at;
        return { kind: 'event', at: entry.timestamp ?? arrivedAt, arrivedAt, entry };
      }),
    },
    {
      ...messages,
      kind: 'message',
      moments: messages.entries.map((entry) => {
        const at = entry.created_at;
        return { kind: 'message', at, arrivedAt: at, entry };
      }),
    },
    {
      ...consents,
      kind: 'consent',
      moments: consents.entries.map((entry) => ({ kind: 'consent', at: entry.at, arrivedAt: entry.at, entry })),
    },
  ];
}
