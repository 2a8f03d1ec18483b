import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';
import { LostBulkLeaseError, type Counts, type HeldBulkJob, type Progress } from './bulk-job.js';

/** Details without whom the job named. */
export const IMPERSONAL = `details - 'uids' - 'except' #- '{filter,search}' #- '{filter,match}' #- '{filter,address}' #- '{filter,uid}'`;

/** Jobs of a killed worker pass to another one after this time. */
const LEASE = `interval '8 seconds'`;

const HELD = `j.workspace_id, j.id, j.kind, j.state, j.total::float8, j.done::float8, j.failed::float8, j.details, j.counts, j.error,
  j.created_at, j.started_at, j.ended_at, j.claim, j.attempts, j.place, j.request_id`;

/** Finds work in all workspaces: the job that waits longest. The row lock makes PostgreSQL check due_at again. */
const CLAIM = `
  WITH due AS MATERIALIZED (
    SELECT workspace_id, id FROM bulk_jobs WHERE due_at <= now() ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
  UPDATE bulk_jobs j SET claim = j.claim + 1, attempts = j.attempts + 1, due_at = now() + ${LEASE}, state = 'running',
    started_at = coalesce(j.started_at, now())
  FROM due WHERE j.workspace_id = due.workspace_id AND j.id = due.id
  RETURNING ${HELD}`;

const MINE = 'workspace_id = $1 AND id = $2 AND claim = $3 AND ended_at IS NULL';

const EXTEND = `UPDATE bulk_jobs SET due_at = now() + ${LEASE} WHERE ${MINE}`;
const AHEAD = `UPDATE bulk_jobs SET attempts = 0, error = NULL, due_at = now() + ${LEASE} WHERE ${MINE}`;
const STEP = `
  UPDATE bulk_jobs SET done = done + $4, failed = failed + $5, counts = $6, place = $7, due_at = now() + ${LEASE}
  WHERE ${MINE}`;
const COUNT_TOTAL = `UPDATE bulk_jobs SET total = $4 WHERE ${MINE}`;
/** The claim ends, so that a late heartbeat does not move the time. */
const RELEASE = `
  UPDATE bulk_jobs SET due_at = now() + make_interval(secs => $4::float8), attempts = greatest(attempts - 1, 0), claim = claim + 1
  WHERE ${MINE}`;
const RETRY = `UPDATE bulk_jobs SET due_at = now() + make_interval(secs => $4::float8), error = $5 WHERE ${MINE}`;
const END = `
  UPDATE bulk_jobs SET state = $4, error = $5, due_at = NULL, ended_at = now(), details = ${IMPERSONAL} WHERE ${MINE}`;

/** Leases on bulk jobs. Every write names the claim and belongs to the transaction of the work it reports. */
@Injectable()
export class BulkClaims {
  constructor(@Inject(Database) private readonly database: Database) {}

  async claim(): Promise<HeldBulkJob | undefined> {
    const [job] = await this.database.query<HeldBulkJob>(CLAIM);
    return job;
  }

  /** Renews the lease. Does nothing to a job that was lost. */
  async extend(job: HeldBulkJob): Promise<void> {
    await this.database.execute(EXTEND, mine(job));
  }

  /** Locks the job's row, so that no other worker gets it before the transaction ends. @throws LostBulkLeaseError */
  async ahead(job: HeldBulkJob): Promise<void> {
    await this.write(AHEAD, job);
  }

  /** Notes a step that the open transaction takes, which called `ahead`. @throws LostBulkLeaseError */
  async step(job: HeldBulkJob, { done, failed = 0, counts = {}, place }: Progress): Promise<void> {
    const sum = added(job.counts, counts);
    await this.write(STEP, job, done, failed, JSON.stringify(sum), place);
    this.database.afterCommit(() => {
      Object.assign(job, { done: job.done + done, failed: job.failed + failed, counts: sum, place });
    });
  }

  async countTotal(job: HeldBulkJob, total: number): Promise<void> {
    await this.write(COUNT_TOTAL, job, total);
  }

  /** Returns an unfinished job to the queue. */
  async release(job: HeldBulkJob, seconds = 0): Promise<void> {
    await this.database.execute(RELEASE, [...mine(job), seconds]);
  }

  async retryLater(job: HeldBulkJob, seconds: number, reason: string): Promise<void> {
    await this.database.execute(RETRY, [...mine(job), seconds, reason]);
  }

  /** @throws LostBulkLeaseError */
  async end(job: HeldBulkJob, state: 'done' | 'failed', reason: string | null = null): Promise<void> {
    await this.write(END, job, state, reason);
  }

  private async write(statement: string, job: HeldBulkJob, ...values: unknown[]): Promise<void> {
    const written = await this.database.execute(statement, [...mine(job), ...values]);
    if (written === 0) throw new LostBulkLeaseError(`bulk job ${job.id} is no longer held`);
  }
}

const mine = ({ workspace_id, id, claim }: HeldBulkJob) => [workspace_id, id, claim];

/** Adds counts by name. */
export function added(one: Counts, other: Counts): Counts {
  const sum = { ...one };
  for (const [name, count] of Object.entries(other)) sum[name] = (sum[name] ?? 0) + count;
  return sum;
}
