import { Module } from '@nestjs/common';
import { EventCounts } from './event-counts.repository.js';
import { SegmentBuilds } from './segment-builds.service.js';
import { SegmentBuildSteps } from './segment-build-steps.repository.js';
import { SegmentFollower } from './segment-follower.service.js';
import { SegmentLag } from './segment-lag.repository.js';
import { SegmentRemains } from './segment-remains.repository.js';
import { SegmentRemainsTimer } from './segment-remains.timer.js';
import { SegmentsModule } from './segments.module.js';
import { SegmentsTimer } from './segments.timer.js';

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
