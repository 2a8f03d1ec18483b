import type { StatusQueued } from '@dundun/contracts';
import type { StoredAnswer, Replayed } from '@dundun/platform/database';
import { answered } from '@dundun/platform/http';
import type { FastifyReply } from 'fastify';

/** Says in a header which job does what was asked. */
export function nameJob(reply: FastifyReply, jobId: string): void {
  reply.header('Dundun-Job', jobId);
}

/** What is kept for a replay: it names the job that the first request made. */
interface QueuedJob {
  job: string;
}

/** The answer of an operation that is done later, fresh or replayed. */
export function queued(reply: FastifyReply, outcome: StoredAnswer | Replayed): StatusQueued {
  nameJob(reply, (answered(reply, outcome) as QueuedJob).job);
  return { status: 'queued' };
}
