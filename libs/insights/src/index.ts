import type { Expiry } from '@dundun/platform/database';

export { ConversionGoals } from './conversions/conversion-goals.repository.js';
export {
  ConversionReport,
  noConversions,
  sumOfConversions,
  type ConversionSums,
} from './conversions/conversion-report.repository.js';
export { ConversionsModule } from './conversions/conversions.module.js';
export { GroupEngagement, type EngagementCounts } from './group-engagement.repository.js';
export { GroupReport, sumOf } from './group-report.repository.js';
export { InsightsApiModule } from './insights.api.module.js';
export { InsightsWorkerModule } from './insights.worker.module.js';

/** Days and the counts of groups stay; hours are only for today, and messages count again as long as their opens are kept. */
export const insightsExpiry: Expiry[] = [
  { table: 'event_minutes', column: 'minute', after: '1 day' },
  { table: 'event_name_hours', column: 'hour', after: '4 days' },
  { table: 'message_engagement', column: 'at', after: '400 days' },
];
