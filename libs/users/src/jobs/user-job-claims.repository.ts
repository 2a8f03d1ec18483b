import { Inject, Injectable } from '@nestjs/common';
import { Database, newId } from '@dundun/platform/database';
import type { HeldJob } from './user-job.js';

/** Jobs of a killed worker pass to another one after this time. */
const LEASE = `interval '6 seconds'`;

/** Another worker has claimed the job. Stop and write nothing more. */
export class LostLeaseError extends Error {}

const HELD = `workspace_id, id, kind, state, in_line, claim, attempts, details, from_person, to_person, addresses, sweeps, keys_after,
  error, created_at, request_id`;
const HELD_JOB = HELD.replace(/\w+/g, 'j.$&');

/**
 * Finds distinct workspaces by skipping through the index, then keeps those with a due job. Order and LIMIT prevent a hash or
 * a sort of all. It has no name: PostgreSQL keeps the first plan of a prepared statement without parameters.
 */
const WORKSPACES_WITH_WORK = `
    WITH RECURSIVE found AS (
      (SELECT workspace_id FROM user_jobs WHERE due_at IS NOT NULL ORDER BY workspace_id, due_at LIMIT 1)
      UNION ALL
      SELECT (SELECT j.workspace_id FROM user_jobs j
              WHERE j.due_at IS NOT NULL AND j.workspace_id > found.workspace_id
              ORDER BY j.workspace_id, j.due_at LIMIT 1)
      FROM found WHERE found.workspace_id IS NOT NULL
    )
    SELECT found.workspace_id FROM found CROSS JOIN LATERAL (
      SELECT FROM user_jobs j WHERE j.workspace_id = found.workspace_id AND j.due_at <= now()
      ORDER BY j.due_at LIMIT 1) AS due`;

/**
 * Batches have a line, and merges have one. Of a line, claims only the first job, and only when no worker has it. A merge also
 * waits for items of earlier batches that name its people. The row lock makes PostgreSQL check due_at again, so that two
 * workers never claim the same job.
 */
const CLAIM = {
  name: 'user-jobs-claim',
  text: `
    WITH due AS MATERIALIZED (
      SELECT id FROM user_jobs due
      WHERE workspace_id = $1 AND due_at <= now() AND (NOT in_line OR id = (
        SELECT first.id FROM user_jobs first
        WHERE first.workspace_id = $1 AND first.due_at IS NOT NULL AND first.in_line AND first.kind = due.kind
        ORDER BY first.id LIMIT 1) AND (kind <> 'merge' OR NOT EXISTS (
          SELECT FROM batch_items i
          WHERE i.workspace_id = $1 AND i.state = 'waiting' AND i.job_id < due.id
            AND i.uid IN (due.details->>'source', due.details->>'destination'))))
      ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED
    )
    UPDATE user_jobs j SET claim = j.claim + 1, attempts = j.attempts + 1, due_at = now() + ${LEASE},
      state = CASE j.state WHEN 'queued' THEN 'running' ELSE j.state END, started_at = coalesce(j.started_at, now())
    FROM due WHERE j.workspace_id = $1 AND j.id = due.id
    RETURNING ${HELD_JOB}`,
};

/** Batches that a worker runs together. */
const TOGETHER = 20;

/** No other worker has them: only the first of a line is claimed. */
const CLAIM_BEHIND = {
  name: 'user-jobs-claim-behind',
  text: `
    WITH behind AS MATERIALIZED (
      SELECT id FROM user_jobs
      WHERE workspace_id = $1 AND id > $2 AND due_at IS NOT NULL AND in_line AND kind = 'batch'
      ORDER BY id LIMIT ${TOGETHER - 1} FOR UPDATE
    )
    UPDATE user_jobs j SET claim = j.claim + 1, due_at = now() + ${LEASE}, state = 'running',
      started_at = coalesce(j.started_at, now())
    FROM behind WHERE j.workspace_id = $1 AND j.id = behind.id
    RETURNING ${HELD_JOB}`,
};

/** A merge whose switch the open transaction makes; the rest of its rows follows. */
const START_MERGE = `
  INSERT INTO user_jobs
    (workspace_id, id, kind, state, in_line, total, details, from_person, to_person, addresses, request_id,
     claim, attempts, due_at, started_at)
  VALUES ($1, $2, 'merge', 'running', false, 1, $3, $4, $5, $6, $7, 1, 1, now() + ${LEASE}, now())
  RETURNING ${HELD}`;

/** IS TRUE hides the condition from the partial index on `due_at`, which looks empty to stale statistics. */
const EXTEND = {
  name: 'user-jobs-extend',
  text: `
    WITH held AS MATERIALIZED (
      SELECT j.workspace_id, j.id
      FROM jsonb_to_recordset($1::jsonb) AS given(workspace_id int, id uuid, claim int)
      JOIN user_jobs j ON j.workspace_id = given.workspace_id AND j.id = given.id AND j.claim = given.claim
      ORDER BY 1, 2 FOR UPDATE OF j SKIP LOCKED
    )
    UPDATE user_jobs j SET due_at = greatest(j.due_at, now() + ${LEASE})
    FROM held WHERE j.workspace_id = held.workspace_id AND j.id = held.id AND (j.due_at IS NOT NULL) IS TRUE`,
};

/** A job that ended has no holder. */
const MINE = 'workspace_id = $1 AND id = $2 AND claim = $3 AND (due_at IS NOT NULL) IS TRUE';

/** Renews the lease too, because the heartbeat skips locked rows. */
const AHEAD = {
  name: 'user-jobs-ahead',
  text: `UPDATE user_jobs SET attempts = 0, error = NULL, due_at = now() + ${LEASE} WHERE ${MINE} 
    RETURNING to_person, addresses, keys_after`,
};

const AHEAD_TOGETHER = `
  UPDATE user_jobs j SET attempts = 0, error = NULL, due_at = now() + ${LEASE}
  FROM jsonb_to_recordset($1::jsonb) AS held(workspace_id int, id uuid, claim int)
  WHERE j.workspace_id = held.workspace_id AND j.id = held.id AND j.claim = held.claim AND (j.due_at IS NOT NULL) IS TRUE`;

/** A released job counts as if it had not been claimed. */
const RELEASE = {
  name: 'user-jobs-release',
  text: `UPDATE user_jobs SET due_at = now() + make_interval(secs => $4::float8), attempts = greatest(attempts - 1, 0) WHERE ${MINE}`,
};

/** The jobs behind it need not wait for what is left of this one. */
const STEP_ASIDE = {
  name: 'user-jobs-step-aside',
  text: `UPDATE user_jobs SET in_line = false, due_at = now() + make_interval(secs => $4::float8),
    attempts = greatest(attempts - 1, 0) WHERE ${MINE}`,
};

const RETRY = {
  name: 'user-jobs-retry',
  text: `UPDATE user_jobs SET due_at = now() + make_interval(secs => $4::float8), error = $5 WHERE ${MINE}`,
};

const END = {
  name: 'user-jobs-end',
  text: `
    UPDATE user_jobs SET state = $4, error = $5, due_at = NULL, ended_at = coalesce(ended_at, now()), details = details - '{evidence,uids}'::text[],
      addresses = '{}', keys_after = NULL, done = done + $6, failed = failed + $7
    WHERE ${MINE}`,
};

/** Ends the job for its callers. A later sweep runs $4 seconds from now; null ends the sweeps. */
const SWEPT = {
  name: 'user-jobs-swept',
  text: `
    UPDATE user_jobs SET state = 'done', done = 1, sweeps = sweeps + 1, in_line = false, error = NULL, attempts = 0,
      ended_at = coalesce(ended_at, now()), due_at = now() + make_interval(secs => $4::float8),
      keys_after = NULL, addresses = CASE WHEN $4::float8 IS NULL THEN '{}' ELSE addresses END,
      details = CASE WHEN $4::float8 IS NULL THEN details - 'uids' ELSE details END
    WHERE ${MINE}`,
};

/** From here on the rest follows in chunks, and jobs in line need not wait for it. */
const NOTE_SWITCH = `
  UPDATE user_jobs SET from_person = $3, to_person = $4, addresses = $5, in_line = false
  WHERE workspace_id = $1 AND id = $2`;

const KEEP_CURSOR = `UPDATE user_jobs SET keys_after = $3 WHERE workspace_id = $1 AND id = $2`;

/** How many items the end of a job settles. */
interface Settled {
  done?: number;
  failed?: number;
}

/** The person to whom the rows of a job belong, and its progress. */
type Whereto = Pick<HeldJob, 'to_person' | 'addresses' | 'keys_after'>;

/** A merge whose people are locked. */
interface StartedMerge {
  workspaceId: number;
  /** Ids. */
  from: string;
  to: string;
  /** Uids. */
  source: string;
  destination: string;
  addresses: string[];
  requestId: string | null;
}

/** Leases on jobs. Every write names the claim, and belongs to the transaction of the work it reports. */
@Injectable()
export class UserJobClaims {
  constructor(@Inject(Database) private readonly database: Database) {}

  async workspacesWithWork(): Promise<number[]> {
    const rows = await this.database.query<{ workspace_id: number }>(WORKSPACES_WITH_WORK);
    return rows.map((row) => row.workspace_id);
  }

  async claim(workspaceId: number): Promise<HeldJob | undefined> {
    const [job] = await this.database.query<HeldJob>(CLAIM, [workspaceId]);
    return job;
  }

  /**
   * Adds, in the open transaction, the job of a merge that this process has begun. If the process ends, a worker continues
   * when the lease is over.
   */
  async startMerge({
    workspaceId,
    from,
    to,
    addresses,
    source,
    destination,
    requestId,
  }: StartedMerge): Promise<HeldJob> {
    const details = { source, destination, level: 'full' };
    const values = [workspaceId, newId(), JSON.stringify(details), from, to, addresses, requestId];
    const [job] = await this.database.query<HeldJob>(START_MERGE, values);
    return job as HeldJob;
  }

  /** Claims the batches that follow in the line, in order. */
  async claimBehind({ workspace_id, id }: HeldJob): Promise<HeldJob[]> {
    const jobs = await this.database.query<HeldJob>(CLAIM_BEHIND, [workspace_id, id]);
    return jobs.sort((one, other) => (one.id < other.id ? -1 : 1));
  }

  async extend(all: HeldJob[]): Promise<void> {
    if (all.length > 0) await this.database.execute(EXTEND, [keysOf(all)]);
  }

  /**
   * Notes progress and locks the job, so that no other worker gets it before the transaction ends.
   * @returns where its rows belong now: their person may have been merged or erased as well
   * @throws LostLeaseError
   */
  async ahead(job: HeldJob): Promise<Whereto> {
    const [row] = await this.database.query<Whereto>(AHEAD, mine(job));
    if (!row) throw new LostLeaseError(`job ${job.id} belongs to another worker`);
    return row;
  }

  /** Like `ahead`, for jobs that run together. @throws LostLeaseError */
  async aheadTogether(jobs: HeldJob[]): Promise<void> {
    const held = await this.database.execute(AHEAD_TOGETHER, [keysOf(jobs)]);
    if (held < jobs.length)
      throw new LostLeaseError(`a job of ${jobs.map(({ id }) => id).join(', ')} belongs to another worker`);
  }

  /** Returns an unfinished job to the queue, outside of its line. */
  async stepAside(job: HeldJob, seconds: number): Promise<void> {
    await this.database.execute(STEP_ASIDE, [...mine(job), seconds]);
  }

  /** Returns an unfinished job to the queue. */
  async release(job: HeldJob, seconds = 0): Promise<void> {
    await this.database.execute(RELEASE, [...mine(job), seconds]);
  }

  /** Ends a sweep. @param again seconds until the next one @throws LostLeaseError */
  async swept(job: HeldJob, again: number | undefined): Promise<void> {
    const swept = await this.database.execute(SWEPT, [...mine(job), again ?? null]);
    if (swept === 0) throw new LostLeaseError(`job ${job.id} belongs to another worker`);
  }

  /** Notes the people of a merge. The job's row is locked: `ahead` came before. */
  async noteSwitch({ workspace_id, id }: HeldJob, from: string, to: string, addresses: string[]): Promise<void> {
    await this.database.execute(NOTE_SWITCH, [workspace_id, id, from, to, addresses]);
  }

  /** Notes how far a contribution has read. The job's row is locked: `ahead` came before. */
  async keepCursor({ workspace_id, id }: HeldJob, cursor: string): Promise<void> {
    await this.database.execute(KEEP_CURSOR, [workspace_id, id, cursor]);
  }

  async retryLater(job: HeldJob, seconds: number, reason: string): Promise<void> {
    await this.database.execute(RETRY, [...mine(job), seconds, reason]);
  }

  /** Ends a job. @param note why it failed or did nothing @throws LostLeaseError */
  async end(job: HeldJob, state: 'done' | 'failed', note: string | null, settled: Settled = {}): Promise<void> {
    const { done = 0, failed = 0 } = settled;
    const ended = await this.database.execute(END, [...mine(job), state, note, done, failed]);
    if (ended === 0) throw new LostLeaseError(`job ${job.id} belongs to another worker`);
  }
}

const keysOf = (jobs: HeldJob[]) =>
  JSON.stringify(jobs.map(({ workspace_id, id, claim }) => ({ workspace_id, id, claim })));

const mine = ({ workspace_id, id, claim }: HeldJob) => [workspace_id, id, claim];
