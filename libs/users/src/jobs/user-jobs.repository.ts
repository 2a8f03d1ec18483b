import { Inject, Injectable } from '@nestjs/common';
import type { JobItemState, JobType } from '@dundun/contracts';
import { Database, keyset, newId, toPage, type Page, type PageRequest } from '@dundun/platform/database';
import { Jobs } from '@dundun/platform/jobs';
import type { JobRow, NewUserJob } from './user-job.js';
import { RunUserJobs } from './user-jobs.jobs.js';

const ADD = {
  name: 'user-jobs-add',
  text: `
    INSERT INTO user_jobs (workspace_id, id, kind, in_line, total, details, from_person, addresses, request_id)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
};

const ADD_ITEMS = {
  name: 'batch-items-add',
  text: `
    INSERT INTO batch_items (workspace_id, job_id, index, type, uid, body)
    SELECT $1, $2, index, type, uid, body
    FROM jsonb_to_recordset($3::jsonb) AS item(index int, type text, uid text, body jsonb) ORDER BY index`,
};

const OPEN_BY_KEY = `
  SELECT FROM user_jobs WHERE workspace_id = $1 AND ended_at IS NULL AND details->>'level' = 'key' LIMIT $2`;

const COLUMNS = 'id, kind, state, total, done, failed, details, error, created_at, started_at, ended_at';

interface NewJobItem {
  index: number;
  type: string | null;
  uid: string | null;
  /** Null when it could not be stored. */
  body: object | null;
}

export interface JobItemRow extends Record<string, unknown> {
  index: number;
  uid: string | null;
  type: string | null;
  state: JobItemState;
  error: string | null;
  notices: string[];
}

/** Writes and reads jobs for the api. */
@Injectable()
export class UserJobs {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Jobs) private readonly jobs: Jobs,
  ) {}

  /** Adds a job in the open transaction and wakes a worker after the commit. @returns the id of the job */
  async add({ workspaceId, kind, total, details, fromPerson, addresses, requestId }: NewUserJob): Promise<string> {
    const id = newId();
    // An erasure waits for no other job, because the person is gone already. No job waits for one with the key alone.
    const values = [
      id,
      kind,
      kind !== 'erasure' && details.level !== 'key',
      total,
      JSON.stringify(details),
      fromPerson,
      addresses ?? [],
      requestId,
    ];
    await this.database.execute(ADD, [workspaceId, ...values]);
    this.database.afterCommit(() =>
      this.jobs.wake(RunUserJobs, { workspaceId }, String(workspaceId), requestId ?? undefined),
    );
    return id;
  }

  /** Stores the items of a batch, in the transaction of its job. */
  async addItems(workspaceId: number, jobId: string, items: NewJobItem[]): Promise<void> {
    await this.database.execute(ADD_ITEMS, [workspaceId, jobId, JSON.stringify(items)]);
  }

  /** Whether at least `most` merges with the key alone are open. */
  async areManyByKey(workspaceId: number, most: number): Promise<boolean> {
    const open = await this.database.query(OPEN_BY_KEY, [workspaceId, most]);
    return open.length === most;
  }

  async find(workspaceId: number, id: string): Promise<JobRow | undefined> {
    const [row] = await this.database.query<JobRow>(
      `SELECT ${COLUMNS} FROM user_jobs WHERE workspace_id = $1 AND id = $2`,
      [workspaceId, id],
    );
    return row;
  }

  /** Newest first. */
  async page(workspaceId: number, page: PageRequest, type?: JobType): Promise<Page<JobRow>> {
    const given: unknown[] = [workspaceId];
    const typed = type === undefined ? '' : `AND kind = $${given.push(type)}`;
    const { where, orderAndLimit, values } = keyset(page, 'created_at', 'id', given.length + 1);
    const rows = await this.database.query<JobRow>(
      `SELECT ${COLUMNS} FROM user_jobs WHERE workspace_id = $1 ${typed} AND ${where} ${orderAndLimit}`,
      [...given, ...values],
    );
    return toPage(page, rows, ({ created_at, id }) => ({ at: created_at.toISOString(), id }));
  }

  /** In the order of the batch. */
  async items(workspaceId: number, jobId: string, page: PageRequest, state?: JobItemState): Promise<Page<JobItemRow>> {
    const position = page.before ?? page.after;
    const [compare, order] = page.before ? ['<', 'DESC'] : ['>', 'ASC'];
    const rows = await this.database.query<JobItemRow>(
      `SELECT index, uid, type, state, error, notices FROM batch_items
       WHERE workspace_id = $1 AND job_id = $2 AND index ${compare} $3 AND ($4::text IS NULL OR state = $4)
       ORDER BY index ${order} LIMIT $5`,
      [workspaceId, jobId, position ? Number(position.at) : -1, state ?? null, page.limit + 1],
    );
    return toPage(page, rows, ({ index }) => ({ at: String(index), id: jobId }));
  }
}
