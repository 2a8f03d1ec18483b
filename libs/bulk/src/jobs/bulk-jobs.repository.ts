import { Inject, Injectable } from '@nestjs/common';
import { UnknownJobError } from '@dundun/domain';
import { Database, keyset, newId, toPage, type Page, type PageRequest } from '@dundun/platform/database';
import { validate } from 'uuid';
import { IMPERSONAL } from './bulk-claims.repository.js';
import type { BulkJobRow, BulkKind, NewBulkJob } from './bulk-job.js';

const COLUMNS = `workspace_id, id, kind, state, total::float8, done::float8, failed::float8, details, counts, error, created_at,
  started_at, ended_at`;

const INSERT = `
  INSERT INTO bulk_jobs (workspace_id, id, kind, total, details, request_id) VALUES ($1, $2, $3, $4, $5, $6)`;
const ADD = `${INSERT} RETURNING ${COLUMNS}`;
/** For kinds that have one open job for each list. */
const ADD_IF_NONE = `${INSERT} ON CONFLICT DO NOTHING RETURNING ${COLUMNS}`;

const FIND = `SELECT ${COLUMNS} FROM bulk_jobs WHERE workspace_id = $1 AND id = $2`;

const COUNT_OPEN = `
  SELECT count(*)::int AS open FROM bulk_jobs WHERE workspace_id = $1 AND kind = $2 AND ended_at IS NULL`;

const CANCEL = `
  UPDATE bulk_jobs SET state = 'canceled', due_at = NULL, ended_at = now(), details = ${IMPERSONAL}
  WHERE workspace_id = $1 AND id = $2 AND ended_at IS NULL`;

/** The worker that has the job loses it; its next step would be due at the same time as without the pause. */
const PAUSE = `
  UPDATE bulk_jobs SET state = 'paused', due_at = NULL, claim = claim + 1, details = details || jsonb_build_object('due_at', due_at)
  WHERE workspace_id = $1 AND id = $2 AND state IN ('queued', 'running')`;
const RESUME = `
  UPDATE bulk_jobs SET state = 'queued', due_at = greatest(now(), (details->>'due_at')::timestamptz)
  WHERE workspace_id = $1 AND id = $2 AND state = 'paused'`;

const MARK_UNDONE = `
  UPDATE bulk_jobs SET details = details || '{"undone": true}' WHERE workspace_id = $1 AND id = $2 AND NOT details ? 'undone'`;

/** Writes and reads bulk jobs for the api. */
@Injectable()
export class BulkJobs {
  constructor(@Inject(Database) private readonly database: Database) {}

  async add(job: NewBulkJob): Promise<BulkJobRow> {
    const [added] = await this.database.query<BulkJobRow>(ADD, valuesOf(job));
    return added as BulkJobRow;
  }

  /** Adds a job unless an open one of its kind is about the same list. */
  async addIfNone(job: NewBulkJob): Promise<BulkJobRow | undefined> {
    const [added] = await this.database.query<BulkJobRow>(ADD_IF_NONE, valuesOf(job));
    return added;
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

  /** @returns whether the job was waiting or running */
  async pause(workspaceId: number, id: string): Promise<boolean> {
    return (await this.database.execute(PAUSE, [workspaceId, id])) > 0;
  }

  /** @returns whether the job was paused */
  async resume(workspaceId: number, id: string): Promise<boolean> {
    return (await this.database.execute(RESUME, [workspaceId, id])) > 0;
  }

  /** @returns whether the job was open */
  async cancel(workspaceId: number, id: string): Promise<boolean> {
    return (await this.database.execute(CANCEL, [workspaceId, id])) > 0;
  }
}

const valuesOf = ({ workspaceId, kind, total, details, requestId }: NewBulkJob): unknown[] => [
  ...[workspaceId, newId(), kind, total],
  ...[JSON.stringify(details), requestId],
];
