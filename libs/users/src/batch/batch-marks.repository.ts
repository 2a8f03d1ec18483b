import { Inject, Injectable } from '@nestjs/common';
import type { JsonObject } from '@dundun/domain';
import { Database } from '@dundun/platform/database';
import type { HeldJob } from '../jobs/user-job.js';
import { LostLeaseError, UserJobClaims } from '../jobs/user-job-claims.repository.js';

/** An item that has not been processed. */
export interface WaitingItem extends Record<string, unknown> {
  index: number;
  uid: string | null;
  /** Null when it could not be stored. */
  body: JsonObject | null;
}

/** The result of an item; the error is the reason of a failure. */
export interface ItemMark {
  index: number;
  error: string | null;
  notices?: string[];
}

const WAITING = `
  SELECT index, uid, body FROM batch_items WHERE workspace_id = $1 AND job_id = $2 AND state = 'waiting' ORDER BY index`;

/** Counts only rows that changed; the job's row is locked. */
const MARK = {
  name: 'batch-items-mark',
  text: `
    WITH marked AS (
      UPDATE batch_items i SET state = CASE WHEN mark.error IS NULL THEN 'done' ELSE 'failed' END, error = mark.error,
        notices = coalesce(mark.notices, '{}'), body = NULL
      FROM jsonb_to_recordset($3::jsonb) AS mark(index int, error text, notices text[])
      WHERE i.workspace_id = $1 AND i.job_id = $2 AND i.index = mark.index AND i.state = 'waiting'
      RETURNING i.state)
    UPDATE user_jobs j SET done = j.done + counts.done, failed = j.failed + counts.failed
    FROM (SELECT count(*) FILTER (WHERE state = 'done') AS done, count(*) FILTER (WHERE state = 'failed') AS failed FROM marked) AS counts
    WHERE j.workspace_id = $1 AND j.id = $2`,
};

/** Reads waiting items and stores their results. */
@Injectable()
export class BatchMarks {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(UserJobClaims) private readonly claims: UserJobClaims,
  ) {}

  /** Returns waiting items in the order of the batch. */
  waiting({ workspace_id, id }: HeldJob): Promise<WaitingItem[]> {
    return this.database.query<WaitingItem>(WAITING, [workspace_id, id]);
  }

  /** @throws LostLeaseError */
  async keep(job: HeldJob, marks: ItemMark[]): Promise<void> {
    await this.database.transaction(async () => {
      await this.claims.ahead(job);
      await this.database.execute(MARK, [job.workspace_id, job.id, JSON.stringify(marks)]);
    });
  }
}

/** Stores results in the background, many to a commit; only `close` waits for them. */
export class MarkWriter {
  private waiting: ItemMark[] = [];
  private writing: Promise<void> | undefined;
  private fault: unknown;

  constructor(
    private readonly marks: BatchMarks,
    private readonly job: HeldJob,
  ) {}

  /** True when the lease is lost and no further result can be stored. */
  get isLost(): boolean {
    return this.fault instanceof LostLeaseError;
  }

  add(mark: ItemMark): void {
    this.waiting.push(mark);
    this.writing ??= this.write();
  }

  /** Waits until all results are stored. @throws the error that prevented it */
  async close(): Promise<void> {
    await this.writing;
    if (this.fault !== undefined) throw this.fault;
  }

  private async write(): Promise<void> {
    while (this.waiting.length > 0 && this.fault === undefined) {
      const marks = this.waiting;
      this.waiting = [];
      try {
        await this.marks.keep(this.job, marks);
      } catch (error) {
        this.fault = error;
      }
    }
    // In the same tick: a result added later must start a new write.
    this.writing = undefined;
  }
}
