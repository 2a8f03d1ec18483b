import type { Expiry } from '@dundun/platform/database';

/** A sender repeats an event within days, if at all. */
export const eventsExpiry: Expiry[] = [{ table: 'event_keys', column: 'created_at', after: '7 days' }];

/** Events are written and read in bulk, by SQL alone. */
export const eventsEntities: (new () => object)[] = [];
