import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';

/** A storm ends at the limit: no more rows than that are counted. */
const RECENT = `
  SELECT count(*)::int AS count FROM (
    SELECT FROM enrolments e
    WHERE e.workspace_id = $1 AND e.automation_id = $2 AND e.entered_at > now() - interval '10 minutes' LIMIT $3) AS recent`;
const CLOSE = `
  UPDATE automations SET enters = false, note = $3, updated_at = now() WHERE workspace_id = $1 AND id = $2 AND enters`;

/** Counts who entered lately, and closes automations. */
@Injectable()
export class StormCounts {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Returns how many entered in the last ten minutes, at most `most`. */
  async recent(workspaceId: number, automationId: string, most: number): Promise<number> {
    const [row] = await this.database.query<{ count: number }>(RECENT, [workspaceId, automationId, most]);
    return row?.count ?? 0;
  }

  /** Lets nobody in any more. @returns whether it was open */
  async close(workspaceId: number, automationId: string, note: string): Promise<boolean> {
    return (await this.database.execute(CLOSE, [workspaceId, automationId, note])) > 0;
  }
}
