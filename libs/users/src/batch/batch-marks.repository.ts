import { Inject, Injectable } from '@nestjs/common';
import type { JsonObject } from '@dundun/domain';
import { Database } from '@dundun/platform/database';
import type { HeldJob } from '../jobs/user-job.js';

/** An item that has not been processed. */
export interface WaitingItem extends Record<string, unknown> {
  job_id: string;
  index: number;
  uid: string | null;
  /** Null when it could not be stored. */
  body: JsonObject | null;
}

/** The result of an item; the error is the reason of a failure. */
export interface ItemMark {
  job_id: string;
  index: number;
  error: string | null;
  notices?: string[];
}

/** Items that one transaction applies. */
const CHUNK = 500;

/**
 * $2: the batches, $3: the last of them, $4: ids that are set aside. An item waits for earlier ones of its id in other batches,
 * and for earlier merges that have not switched yet. The CTEs are empty unless such jobs are open. IS TRUE hides a condition
 * from the partial index on waiting items, which looks empty to stale statistics.
 */
const NEXT = `
  WITH others AS MATERIALIZED (
    SELECT id FROM user_jobs
    WHERE workspace_id = $1 AND kind = 'batch' AND due_at IS NOT NULL AND id < $3 AND id <> ALL($2::uuid[])),
  earlier AS MATERIALIZED (
    SELECT DISTINCT ON (e.uid) e.uid, e.job_id FROM others
    JOIN batch_items e ON e.workspace_id = $1 AND e.job_id = others.id AND (e.state = 'waiting') IS TRUE AND e.uid IS NOT NULL
    ORDER BY e.uid, e.job_id),
  merges AS MATERIALIZED (
    SELECT id, ARRAY[details->>'source', details->>'destination'] AS uids FROM user_jobs
    WHERE workspace_id = $1 AND kind = 'merge' AND in_line AND due_at IS NOT NULL AND id < $3)
  SELECT i.job_id, i.index, i.uid, i.body FROM batch_items i
  WHERE i.workspace_id = $1 AND i.job_id = ANY($2::uuid[]) AND (i.state = 'waiting') IS TRUE AND coalesce(i.uid <> ALL($4::text[]), true)
    AND NOT EXISTS (SELECT FROM earlier e WHERE e.uid = i.uid AND e.job_id < i.job_id)
    AND NOT EXISTS (SELECT FROM merges m WHERE m.id < i.job_id AND i.uid = ANY(m.uids))
  ORDER BY i.job_id, i.index LIMIT ${CHUNK}`;

const FIRST = `
  SELECT job_id, index, uid, body FROM batch_items
  WHERE workspace_id = $1 AND job_id = $2 AND (state = 'waiting') IS TRUE ORDER BY index LIMIT 1`;

// Without a name, so that PostgreSQL plans it each time: a plan made for a small table would outlive it.
/** $3: the jobs of the marks. Counts only items that were waiting. Returns the jobs without a waiting item. */
const MARK = `
    WITH marked AS (
      UPDATE batch_items i SET state = CASE WHEN mark.error IS NULL THEN 'done' ELSE 'failed' END, error = mark.error,
        notices = coalesce(mark.notices, '{}'), body = NULL
      FROM jsonb_to_recordset($2::jsonb) AS mark(job_id uuid, index int, error text, notices text[])
      WHERE i.workspace_id = $1 AND i.job_id = ANY($3::uuid[]) AND i.job_id = mark.job_id AND i.index = mark.index AND (i.state = 'waiting') IS TRUE
      RETURNING i.job_id, i.state),
    counts AS (
      SELECT job_id, count(*) FILTER (WHERE state = 'done') AS done, count(*) FILTER (WHERE state = 'failed') AS failed
      FROM marked GROUP BY job_id),
    counted AS (
      UPDATE user_jobs j SET done = j.done + counts.done, failed = j.failed + counts.failed
      FROM counts WHERE j.workspace_id = $1 AND j.id = counts.job_id
      RETURNING j.id, j.done + j.failed >= j.total AS is_settled)
    SELECT id FROM counted WHERE is_settled`;

/** Reads waiting items and stores their results. */
@Injectable()
export class BatchMarks {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Returns the next items of these jobs of one workspace, in order. @param aside ids whose items are left out */
  next(workspaceId: number, jobs: HeldJob[], aside: string[]): Promise<WaitingItem[]> {
    const ids = jobs.map(({ id }) => id);
    return this.database.query<WaitingItem>(NEXT, [workspaceId, ids, ids.at(-1), aside]);
  }

  async first({ workspace_id, id }: HeldJob): Promise<WaitingItem | undefined> {
    const [item] = await this.database.query<WaitingItem>(FIRST, [workspace_id, id]);
    return item;
  }

  /** Stores results in the open transaction, which has noted progress of the jobs. @returns the ids of jobs without a waiting item */
  async keep(workspaceId: number, marks: ItemMark[]): Promise<string[]> {
    const ids = [...new Set(marks.map(({ job_id }) => job_id))];
    const rows = await this.database.query<{ id: string }>(MARK, [workspaceId, JSON.stringify(marks), ids]);
    return rows.map(({ id }) => id);
  }
}
