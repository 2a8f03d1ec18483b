import { Inject, Injectable } from '@nestjs/common';
import { UnknownJobError } from '@dundun/domain';
import { Database, keyset, newId, toPage, type Page, type PageRequest } from '@dundun/platform/database';
import { validate } from 'uuid';
import type { BulkJobRow, BulkKind, NewBulkJob } from './bulk-job.js';

const COLUMNS = `workspace_id, id, kind, state, total::float8, done::float8, failed::float8, details, counts, error, created_at,
  started_at, ended_at`;

const ADD = `
  INSERT INTO bulk_jobs (workspace_id, id, kind, total, details, request_id) VALUES ($1, $2, $3, $4, $5, $6)
  RETURNING ${COLUMNS}`;

const FIND = `SELECT ${COLUMNS} FROM bulk_jobs WHERE workspace_id = $1 AND id = $2`;

const COUNT_OPEN = `
  SELECT count(*)::int AS open FROM bulk_jobs WHERE workspace_id = $1 AND kind = $2 AND due_at IS NOT NULL`;

const CANCEL = `
  UPDATE bulk_jobs SET state = 'canceled', due_at = NULL, ended_at = now()
  WHERE workspace_id = $1 AND id = $2 AND ended_at IS NULL`;

const MARK_UNDONE = `
  UPDATE bulk_jobs SET details = details || '{"undone": true}' WHERE workspace_id = $1 AND id = $2 AND NOT details ? 'undone'`;

/** Writes and reads bulk jobs for the api. */
@Injectable()
export class BulkJobs {
  constructor(@Inject(Database) private readonly database: Database) {}

  async add({ workspaceId, kind, total, details, requestId }: NewBulkJob): Promise<BulkJobRow> {
    const values = [workspaceId, newId(), kind, total, JSON.stringify(details), requestId];
    const [job] = await this.database.query<BulkJobRow>(ADD, values);
    return job as BulkJobRow;
  }

  async find(workspaceId: number, id: string): Promise<BulkJobRow | undefined> {
    const [job] = validate(id) ? await this.database.query<BulkJobRow>(FIND, [workspaceId, id]) : [];
    return job;
  }

  /** Counts jobs of this kind that have not ended. */
  async countOpen(workspaceId: number, kind: BulkKind): Promise<number> {
    const [row] = await this.database.query<{ open: number }>(COUNT_OPEN, [workspaceId, kind]);
    return row?.open ?? 0;
  }

  /** @throws UnknownJobError */
  async get(workspaceId: number, id: string): Promise<BulkJobRow> {
    const job = await this.find(workspaceId, id);
    if (!job) throw new UnknownJobError();
    return job;
  }

  /** Returns jobs of these kinds, newest first. @param lists only jobs that were limited to some of these lists */
  async page(
    workspaceId: number,
    kinds: readonly BulkKind[],
    page: PageRequest,
    lists?: readonly string[],
  ): Promise<Page<BulkJobRow>> {
    const { where, orderAndLimit, values } = keyset(page, 'created_at', 'id', 4);
    const rows = await this.database.query<BulkJobRow>(
      `SELECT ${COLUMNS} FROM bulk_jobs WHERE workspace_id = $1 AND kind = ANY($2::text[])
         AND ($3::jsonb IS NULL OR details->'lists' <@ $3::jsonb) AND ${where} ${orderAndLimit}`,
      [workspaceId, kinds, lists ? JSON.stringify(lists) : null, ...values],
    );
    return toPage(page, rows, ({ created_at, id }) => ({ at: created_at.toISOString(), id }));
  }

  /** @returns whether nobody has undone the job before */
  async markUndone(workspaceId: number, id: string): Promise<boolean> {
    return (await this.database.execute(MARK_UNDONE, [workspaceId, id])) > 0;
  }

  /** @returns whether the job was open */
  async cancel(workspaceId: number, id: string): Promise<boolean> {
    return (await this.database.execute(CANCEL, [workspaceId, id])) > 0;
  }
}
