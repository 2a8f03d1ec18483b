import type { StatusQueued } from '@dundun/contracts';
import type { StoredAnswer, Replayed } from '@dundun/platform/database';
import { answered } from '@dundun/platform/http';
import type { FastifyReply } from 'fastify';

/** Names the job of a call in a header. */
export function nameJob(reply: FastifyReply, jobId: string): void {
  reply.header('Dundun-Job', jobId);
}

/** The stored answer of a replay, with the job of the first request. */
interface QueuedJob {
  job: string;
}

/** Returns the answer of a queued operation, new or replayed. */
export function queued(reply: FastifyReply, outcome: StoredAnswer | Replayed): StatusQueued {
  nameJob(reply, (answered(reply, outcome) as QueuedJob).job);
  return { status: 'queued' };
}
