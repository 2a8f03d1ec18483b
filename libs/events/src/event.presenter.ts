import type { ConsoleEventView, EventView } from '@dundun/contracts';
import type { FeedRow } from './event-feed.repository.js';
import type { EventRow } from './event.repository.js';

/** Presents an event; without a timestamp, its time of receipt is used. */
export function presentEvent({ name, value, properties, occurred_at, received_at }: EventRow): EventView {
  return {
    event: name,
    value,
    properties,
    timestamp: (occurred_at ?? received_at).toISOString(),
    received_at: received_at.toISOString(),
  };
}

export const presentFeedEvent = (row: FeedRow): ConsoleEventView => ({
  ...presentEvent(row),
  id: row.id,
  uid: row.uid,
});
