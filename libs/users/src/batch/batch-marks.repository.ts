import { Inject, Injectable } from '@nestjs/common';
import type { JsonObject } from '@dundun/domain';
import { Database } from '@dundun/platform/database';
import type { HeldJob } from '../jobs/user-job.js';
import { LostLeaseError, UserJobClaims } from '../jobs/user-job-claims.repository.js';

/** An item that waits for its turn. */
export interface WaitingItem extends Record<string, unknown> {
  index: number;
  uid: string | null;
  /** Null is what could not be stored. */
  body: JsonObject | null;
}

/** What became of an item; an error says why it failed. */
export interface ItemMark {
  index: number;
  error: string | null;
  notices?: string[];
}

const WAITING = `
  SELECT index, uid, body FROM batch_items WHERE workspace_id = $1 AND job_id = $2 AND state = 'waiting' ORDER BY index`;

/** Counted by the rows that really changed, under the row of the job. */
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

/** The items of batches, and what became of them. */
@Injectable()
export class BatchMarks {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(UserJobClaims) private readonly claims: UserJobClaims,
  ) {}

  /** In the order of the batch. */
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

/** Keeps marks as they come, many to a commit; nobody waits for them but the end. */
export class MarkWriter {
  private waiting: ItemMark[] = [];
  private writing: Promise<void> | undefined;
  private fault: unknown;

  constructor(
    private readonly marks: BatchMarks,
    private readonly job: HeldJob,
  ) {}

  /** True once nothing more can be kept: whoever works for it may stop. */
  get isLost(): boolean {
    return this.fault instanceof LostLeaseError;
  }

  add(mark: ItemMark): void {
    this.waiting.push(mark);
    this.writing ??= this.write();
  }

  /** @throws what kept it from keeping them */
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
    // Here and not a tick later: what is added in between would wait for a write that has ended.
    this.writing = undefined;
  }
}
