'use client';

import { Activity as Icon } from 'lucide-react';
import Link from 'next/link';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { Ago } from '@/components/ui/moment';
import { Panel } from '@/components/ui/panel';
import { Skeleton } from '@/components/ui/skeleton';
import { fullMoment } from '@/lib/format';
import { usePersonEvents } from './queries';
import { words } from './words';

/** The latest events of a person. A backfilled one shows when it happened. */
export function Activity({ uid }: { uid: string }) {
  const { data, error, isFetching, refetch } = usePersonEvents(uid);
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />;
  if (!data) return <Skeleton className="h-40 w-full rounded-xl" />;
  if (data.data.length === 0) return <EmptyState icon={Icon} title={words.events} text={words.noEvents} />;
  return (
    <Panel
      title={words.events}
      aside={
        <Button asChild variant="outline" size="sm">
          <Link href={`/events?uid=${encodeURIComponent(uid)}`}>{words.showEvents}</Link>
        </Button>
      }
    >
      <ol className="divide-y">
        {data.data.map((event, index) => (
          <li
            key={`${event.received_at} ${index}`}
            className="grid gap-x-4 px-4 py-2 text-[13px] sm:grid-cols-[14rem_minmax(0,1fr)_auto]"
          >
            <span dir="auto" className="truncate font-medium">
              {event.event}
            </span>
            <span className="truncate font-mono text-xs leading-5 text-muted">
              {JSON.stringify(event.properties ?? event.value)}
            </span>
            <span className="text-muted">
              {isLate(event) ? (
                words.happened({ when: fullMoment(event.timestamp ?? '') })
              ) : (
                <Ago at={event.received_at} />
              )}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

const A_MINUTE = 60_000;

const isLate = ({ timestamp, received_at: received }: { timestamp: string | null; received_at: string }) =>
  timestamp !== null && Date.parse(received) - Date.parse(timestamp) > A_MINUTE;
