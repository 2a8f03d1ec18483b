import type { ConsoleEventView, EventView } from '@dundun/contracts';
import type { FeedRow } from './event-feed.repository.js';
import type { EventRow } from './event.repository.js';

/** Whoever gives no timestamp means now, so the time of receipt stands in for it. */
export function presentEvent({ name, value, properties, occurred_at, received_at }: EventRow): EventView {
  return {
    event: name,
    value,
    properties,
    timestamp: (occurred_at ?? received_at).toISOString(),
    received_at: received_at.toISOString(),
  };
}

export const presentFeedEvent = (row: FeedRow): ConsoleEventView => ({ ...presentEvent(row), uid: row.uid });
