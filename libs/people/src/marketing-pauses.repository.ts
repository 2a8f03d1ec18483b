import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';

/** An end that changes nothing writes nothing. */
const CHANGE = `
  WITH held AS MATERIALIZED (
    SELECT id, $3::int IS NOT NULL OR coalesce(marketing_paused_until > now(), false) AS is_new FROM people
    WHERE workspace_id = $1 AND id = $2 FOR NO KEY UPDATE),
  changed AS (
    UPDATE people SET marketing_paused_until = now() + $3::int * interval '1 day', updated_at = now()
    WHERE workspace_id = $1 AND id = (SELECT id FROM held WHERE is_new))
  SELECT is_new FROM held`;

const OF_PERSON = `SELECT marketing_paused_until AS until FROM people WHERE workspace_id = $1 AND id = $2 AND marketing_paused_until > now()`;

/** Keeps until when people want no marketing. A pause ends by its time; nothing has to be done then. */
@Injectable()
export class MarketingPauses {
  constructor(@Inject(Database) private readonly database: Database) {}

  /**
   * Pauses for some days from now, or ends the pause.
   * @param days null ends it
   * @returns whether that is new; undefined if there is no such person any more
   */
  async change(workspaceId: number, personId: string, days: number | null): Promise<boolean | undefined> {
    const [held] = await this.database.query<{ is_new: boolean }>(CHANGE, [workspaceId, personId, days]);
    return held?.is_new;
  }

  /** Returns when the pause of a person ends; null without one. */
  async until(workspaceId: number, personId: string): Promise<Date | null> {
    const [row] = await this.database.query<{ until: Date }>(OF_PERSON, [workspaceId, personId]);
    return row?.until ?? null;
  }
}
