import type { Backlog, Expiry } from '@dundun/platform/database';

export { SegmentsApiModule } from './segments.api.module.js';
export type { SegmentPlan } from './conditions/plan.js';
export { SegmentsModule } from './segments.module.js';
export { SegmentContributor, SegmentContributors, type Followed } from './follow/segment-contributors.service.js';
export { FeedEntries, type FeedEntry } from './counts/feed-entries.repository.js';
export { ReachCounts, type KnownReach } from './members/reach-counts.service.js';
export { ReachedSegments } from './definitions/reached-segments.service.js';
export { SegmentPositions } from './definitions/segment-positions.repository.js';
export { TreeMatching } from './members/tree-matching.service.js';
export { SegmentsWorkerModule } from './segments.worker.module.js';

/** Changes are kept as long as the feed. */
export const segmentsExpiry: Expiry[] = [{ table: 'segment_changes', column: 'at', after: '31 days' }];

/** Builds that wait for a worker. */
export const segmentsBacklog: Backlog = { work: 'segments', table: 'segments', where: 'due_at <= now()' };
