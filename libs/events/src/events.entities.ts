import type { Expiry } from '@dundun/platform/database';

/** A sender repeats an event within days, if ever. */
export const eventsExpiry: Expiry[] = [{ table: 'event_keys', column: 'created_at', after: '7 days' }];

/** None: events are written and read in bulk, by SQL. */
export const eventsEntities: (new () => object)[] = [];
