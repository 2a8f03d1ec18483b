import type { Expiry } from '@dundun/platform/database';

export { InsightsApiModule } from './insights.api.module.js';
export { InsightsWorkerModule } from './insights.worker.module.js';

/** Days stay; what is finer is only for today. */
export const insightsExpiry: Expiry[] = [
  { table: 'event_minutes', column: 'minute', after: '1 day' },
  { table: 'event_name_hours', column: 'hour', after: '4 days' },
];
