import { MESSAGE_CHANNELS, MESSAGE_LANES, type MessageChannel, type MessageLane } from '@dundun/domain';
import { defineJob, type Jobs } from '@dundun/platform/jobs';
import { z } from 'zod';

/** Says that a lane has work. The rows say what it is. */
export const DeliverLane = defineJob(
  'deliver-lane',
  z.object({ channel: z.enum(MESSAGE_CHANNELS), lane: z.enum(MESSAGE_LANES), shard: z.number().int() }),
);

/** A job runs on one worker at a time, so a lane that several workers shall share has several jobs. */
const SHARDS = 8;
let next = 0;

/** Wakes a worker for a lane; the shards take turns. */
export function wakeLane(jobs: Jobs, channel: MessageChannel, lane: MessageLane, requestId?: string | null): void {
  next = (next + 1) % SHARDS;
  jobs.wake(DeliverLane, { channel, lane, shard: next }, `${channel}/${lane}/${next}`, requestId ?? undefined);
}
