import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';
import type { Erased } from './erasures.service.js';

const CHUNK = 1_000;

/** What waits still is to be done, and is looked for by a later sweep. $2: uids, $3: the time of the erasure. */
const ITEMS = `
  WITH chunk AS MATERIALIZED (
    SELECT job_id, index FROM batch_items
    WHERE workspace_id = $1 AND uid = ANY($2) AND state <> 'waiting' AND created_at <= $3
    LIMIT ${CHUNK} FOR UPDATE SKIP LOCKED)
  UPDATE batch_items i SET uid = NULL, notices = '{}' FROM chunk
  WHERE i.workspace_id = $1 AND i.job_id = chunk.job_id AND i.index = chunk.index`;

const MERGES = `
  WITH chunk AS MATERIALIZED (
    SELECT id FROM user_jobs
    WHERE workspace_id = $1 AND kind = 'merge' AND (details->>'source' = ANY($2) OR details->>'destination' = ANY($2))
      AND ended_at IS NOT NULL AND created_at <= $3
    LIMIT ${CHUNK} FOR UPDATE SKIP LOCKED)
  UPDATE user_jobs j SET details = details - '{source,destination}'::text[] FROM chunk
  WHERE j.workspace_id = $1 AND j.id = chunk.id`;

/** Takes the uids of a person out of jobs that have ended. */
@Injectable()
export class EraseJobs {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** @returns how many rows there were */
  async chunk({ workspaceId, uids, before }: Erased): Promise<number> {
    const items = await this.database.execute(ITEMS, [workspaceId, uids, before]);
    return items + (await this.database.execute(MERGES, [workspaceId, uids, before]));
  }
}
