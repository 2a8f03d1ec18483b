import { memo } from 'react';
import { Skeleton } from '@/components/ui/skeleton';
import { cn } from '@/lib/cn';
import { clockOf, fullMoment, momentOf, shortDateOf } from '@/lib/format';
import type { Feed, FeedRow } from './feed';
import { summaryOf } from './summary';
import { words } from './words';

interface EventListProps {
  feed: Feed;
  openKey: number | undefined;
  onOpen: (row: FeedRow) => void;
}

const frame = '@container overflow-hidden rounded-xl border bg-surface shadow-shade';
const grid =
  'grid w-full gap-x-5 gap-y-0.5 px-5 py-3 text-left text-sm @2xl:grid-cols-[9.5rem_minmax(0,1fr)_minmax(0,1.2fr)] @2xl:items-center';

/** Rendered again only when the feed changes, not on every poll, and then only for rows that changed. */
export const EventList = memo(function EventList({ feed, openKey, onOpen }: EventListProps) {
  return (
    <ol aria-label={words.list} className={frame}>
      {feed.rows.map((row) => (
        <li key={row.key} className={cn('border-t first:border-t-0', row.isNew && 'animate-arrive')}>
          <Row row={row} open={row.key === openKey} onOpen={onOpen} />
        </li>
      ))}
    </ol>
  );
});

interface RowProps {
  row: FeedRow;
  open: boolean;
  onOpen: (row: FeedRow) => void;
}

const Row = memo(function Row({ row, open, onOpen }: RowProps) {
  const { event } = row;
  return (
    <button
      type="button"
      aria-expanded={open}
      onClick={() => onOpen(row)}
      className={cn(
        grid,
        'transition-colors hover:bg-sunken/70 focus-visible:-outline-offset-2',
        open && 'bg-tint/60 hover:bg-tint/60',
      )}
    >
      <time
        dateTime={event.received_at}
        title={fullMoment(event.received_at)}
        className="font-mono text-xs text-muted tabular-nums"
      >
        {shortDateOf(event.received_at)} {clockOf(event.received_at)}
      </time>
      <span className="min-w-0">
        <span dir="auto" className="block truncate font-medium" title={event.event}>
          {event.event}
        </span>
        <span className="block truncate text-[13px] text-muted" title={event.uid}>
          {event.uid}
          {isLate(event) && ` · ${words.happenedThen({ at: momentOf(event.timestamp ?? '') })}`}
        </span>
      </span>
      <span className="min-w-0 truncate font-mono text-xs text-muted">{summaryOf(event)}</span>
    </button>
  );
});

/** From here on an event is told of later than it happened. */
const LATE_MS = 60_000;
const isLate = ({ timestamp, received_at: received }: FeedRow['event']) =>
  timestamp !== null && Date.parse(received) - Date.parse(timestamp) > LATE_MS;

export const EventListSkeleton = () => (
  <div className={frame} aria-busy="true">
    {Array.from({ length: 8 }, (_, index) => (
      <div key={index} className={cn(grid, 'border-t first:border-t-0')}>
        <Skeleton className="h-3 w-28" />
        <span>
          <Skeleton className="w-40" />
          <Skeleton className="mt-2 h-3 w-56 max-w-full" />
        </span>
        <Skeleton className="h-3 w-3/4" />
      </div>
    ))}
  </div>
);
