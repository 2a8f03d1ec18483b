import { Module } from '@nestjs/common';
import { EventCounts } from './counts/event-counts.repository.js';
import { SegmentBuilds } from './follow/segment-builds.service.js';
import { SegmentBuildSteps } from './follow/segment-build-steps.repository.js';
import { SegmentFollower } from './follow/segment-follower.service.js';
import { SegmentLag } from './follow/segment-lag.repository.js';
import { SegmentRemains } from './follow/segment-remains.repository.js';
import { SegmentRemainsTimer } from './follow/segment-remains.timer.js';
import { SegmentsModule } from './segments.module.js';
import { SegmentsTimer } from './follow/segments.timer.js';

/** Keeps segments current. */
@Module({
  imports: [SegmentsModule],
  providers: [
    EventCounts,
    SegmentBuilds,
    SegmentBuildSteps,
    SegmentFollower,
    SegmentLag,
    SegmentRemains,
    SegmentRemainsTimer,
    SegmentsTimer,
  ],
})
export class SegmentsWorkerModule {}
