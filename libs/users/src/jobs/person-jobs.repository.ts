import { Inject, Injectable } from '@nestjs/common';
import {
  exportedRows,
  PersonContributions,
  PersonRows,
  type ExportedRows,
  type PersonErasure,
  type PersonMerge,
  type PersonToExport,
  type RowsToErase,
} from '@dundun/people';
import { Database } from '@dundun/platform/database';

const CHUNK = 1_000;

/** Earlier merges into the source now lead to the destination. */
const REDIRECT = `UPDATE user_jobs SET to_person = $3 WHERE workspace_id = $1 AND to_person = $2`;

/**
 * Merges into an erased person: the rows they still have to move are erased instead, and their uids are forgotten. A job
 * without later sweeps gets no address.
 */
const TAKE_OVER = `
  UPDATE user_jobs SET to_person = NULL, addresses = CASE WHEN due_at IS NULL THEN addresses ELSE addresses || $3::text[] END,
    details = details - '{source,destination}'::text[]
  WHERE workspace_id = $1 AND to_person = $2`;

/** A waiting item still has to run; a later sweep finds it. $2: uids, $3: the time of the erasure. */
const ERASE_ITEMS = `
  WITH chunk AS MATERIALIZED (
    SELECT job_id, index FROM batch_items
    WHERE workspace_id = $1 AND uid = ANY($2) AND state <> 'waiting' AND created_at <= $3
    LIMIT ${CHUNK} FOR UPDATE SKIP LOCKED)
  UPDATE batch_items i SET uid = NULL, notices = '{}' FROM chunk
  WHERE i.workspace_id = $1 AND i.job_id = chunk.job_id AND i.index = chunk.index`;

const ERASE_MERGES = `
  WITH chunk AS MATERIALIZED (
    SELECT id FROM user_jobs
    WHERE workspace_id = $1 AND kind = 'merge' AND (details->>'source' = ANY($2) OR details->>'destination' = ANY($2))
      AND ended_at IS NOT NULL AND created_at <= $3
    LIMIT ${CHUNK} FOR UPDATE SKIP LOCKED)
  UPDATE user_jobs j SET details = details - '{source,destination}'::text[] FROM chunk
  WHERE j.workspace_id = $1 AND j.id = chunk.id`;

/** The jobs and batch items that name a person. */
@Injectable()
export class PersonJobs extends PersonRows {
  readonly name = 'jobs';
  readonly columns = [
    'user_jobs.to_person',
    'user_jobs.details',
    'user_jobs.addresses',
    'batch_items.uid',
    'batch_items.body',
  ];
  override readonly kept = {
    'user_jobs.from_person': 'names rows that the job still has to erase; the job expires after 30 days',
  };

  constructor(
    @Inject(PersonContributions) contributions: PersonContributions,
    @Inject(Database) private readonly database: Database,
  ) {
    super(contributions);
  }

  override async merge({ workspaceId, from, to }: PersonMerge): Promise<void> {
    await this.database.execute(REDIRECT, [workspaceId, from.id, to.id]);
  }

  override async erase({ workspaceId, person, addresses }: PersonErasure): Promise<void> {
    await this.database.execute(TAKE_OVER, [workspaceId, person.id, addresses]);
  }

  override async eraseChunk({ workspaceId, uids, before }: RowsToErase): Promise<number> {
    if (uids.length === 0) return 0;
    const items = await this.database.execute(ERASE_ITEMS, [workspaceId, uids, before]);
    return items + (await this.database.execute(ERASE_MERGES, [workspaceId, uids, before]));
  }

  async *export({ workspaceId, uids }: PersonToExport): AsyncGenerator<ExportedRows> {
    const values = [workspaceId, uids];
    yield* exportedRows(this.database, {
      table: 'batch_items',
      columns: 'job_id, index, type, uid, body, state, error, notices, created_at',
      where: 'workspace_id = $1 AND uid = ANY($2::text[])',
      values,
      key: { job_id: 'job_id', index: 'index' },
    });
    yield* exportedRows(this.database, {
      table: 'user_jobs',
      columns: `id, kind, state, details->>'source' AS source, details->>'destination' AS destination, created_at, ended_at`,
      where: `workspace_id = $1 AND kind = 'merge' AND (details->>'source' = ANY($2::text[]) OR details->>'destination' = ANY($2::text[]))`,
      values,
      key: { id: 'id' },
    });
  }
}
