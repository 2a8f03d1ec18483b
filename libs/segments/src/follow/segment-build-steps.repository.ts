import { Inject, Injectable } from '@nestjs/common';
import { Database, isRetryable, isUnavailable } from '@dundun/platform/database';
import { NIL } from '../conditions/plan.js';
import type { ChangeCause } from '../definitions/segment.js';

const BOUNDARY = `
  SELECT id FROM people WHERE workspace_id = $1 AND id > $2 ORDER BY id OFFSET $3::int - 1 LIMIT 1`;

const ADVANCE = `
  UPDATE segments SET build_after = $3, build_done = least(build_done + $4::int, build_of), due_at = now()
  WHERE workspace_id = $1 AND id = $2`;

/** After the sweep of a new day comes the nightly check, which alone can tell a fault from a day that has passed. */
const END = `
  UPDATE segments SET counted_at = now(), build_done = build_of, copy_of = NULL,
    checked_at = CASE WHEN $3 = 'repair' THEN now() ELSE checked_at END,
    due_at = CASE WHEN $3 = 'time' THEN now() + interval '3 hours' END,
    build_cause = CASE WHEN $3 = 'time' THEN 'repair' END,
    build_after = CASE WHEN $3 = 'time' THEN '${NIL}'::uuid END
  WHERE workspace_id = $1 AND id = $2`;

const FAIL = `UPDATE segments SET error = $3, due_at = NULL WHERE workspace_id = $1 AND id = $2`;

const LONGEST_ERROR = 500;

/** Moves a build on from slice to slice. */
@Injectable()
export class SegmentBuildSteps {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Returns the last person of a slice of so many after an id; null for the last slice. */
  async boundary(workspaceId: number, after: string, size: number): Promise<string | null> {
    const [row] = await this.database.query<{ id: string }>(BOUNDARY, [workspaceId, after, size]);
    return row?.id ?? null;
  }

  async advance(workspaceId: number, id: string, after: string, size: number): Promise<void> {
    await this.database.execute(ADVANCE, [workspaceId, id, after, size]);
  }

  async end(workspaceId: number, id: string, cause: ChangeCause | null): Promise<void> {
    await this.database.execute(END, [workspaceId, id, cause]);
  }

  /** Stops deciding a segment. @returns false for a failure that is not the segment's, which the next round repeats */
  async fail(workspaceId: number, id: string, error: unknown): Promise<boolean> {
    if (isRetryable(error) || isUnavailable(error)) return false;
    const text = error instanceof Error ? error.message : String(error);
    await this.database.execute(FAIL, [workspaceId, id, text.slice(0, LONGEST_ERROR)]);
    return true;
  }
}
