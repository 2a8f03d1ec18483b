import { MESSAGE_CHANNELS, MESSAGE_LANES, type MessageChannel, type MessageLane } from '@dundun/domain';
import { defineJob, type Jobs } from '@dundun/platform/jobs';
import { z } from 'zod';

/** Wakes a lane. The work itself is in the rows of messages. */
export const DeliverLane = defineJob(
  'deliver-lane',
  z.object({ channel: z.enum(MESSAGE_CHANNELS), lane: z.enum(MESSAGE_LANES), shard: z.number().int() }),
);

/** A job runs on one worker at a time, so a lane has several jobs that workers can share. */
const SHARDS = 8;
let next = 0;

/** Wakes a worker for a lane, using the shards by round robin. */
export function wakeLane(jobs: Jobs, channel: MessageChannel, lane: MessageLane, requestId?: string | null): void {
  next = (next + 1) % SHARDS;
  jobs.wake(DeliverLane, { channel, lane, shard: next }, `${channel}/${lane}/${next}`, requestId ?? undefined);
}
