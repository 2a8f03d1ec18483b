import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';

const CHUNK = 5_000;

const RETIRED = `SELECT workspace_id, id FROM retired_event_names ORDER BY workspace_id, id LIMIT 1`;
const counts = (table: string) => `
  DELETE FROM ${table} WHERE ctid = ANY(ARRAY(
    SELECT ctid FROM ${table} WHERE workspace_id = $1 AND name_id = $2 LIMIT ${CHUNK}))`;
const COUNTS = [counts('event_days'), counts('event_totals')];
const FORGET_NAME = `DELETE FROM retired_event_names WHERE workspace_id = $1 AND id = $2`;

/** A segment can be restored for a day. */
const ARCHIVED = `
  SELECT s.workspace_id, s.id FROM segments s WHERE s.archived_at < now() - interval '25 hours'
    AND EXISTS (SELECT FROM segment_members m WHERE m.workspace_id = s.workspace_id AND m.segment_id = s.id OFFSET 0)
  LIMIT 1`;
const MEMBERS = `
  DELETE FROM segment_members WHERE ctid = ANY(ARRAY(
    SELECT ctid FROM segment_members WHERE workspace_id = $1 AND segment_id = $2 LIMIT ${CHUNK}))`;

interface Remains extends Record<string, unknown> {
  workspace_id: number;
  id: string | number;
}

/** Deletes counts that no segment reads and members of segments that cannot be restored any more, a few thousand rows in each transaction. */
@Injectable()
export class SegmentRemains {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** @returns false when nothing is left */
  async step(): Promise<boolean> {
    const [name] = await this.database.query<Remains>(RETIRED);
    if (name) {
      const values = [name.workspace_id, name.id];
      for (const statement of COUNTS) if ((await this.database.execute(statement, values)) > 0) return true;
      return (await this.database.execute(FORGET_NAME, values)) > 0;
    }
    const [segment] = await this.database.query<Remains>(ARCHIVED);
    return segment !== undefined && (await this.database.execute(MEMBERS, [segment.workspace_id, segment.id])) > 0;
  }
}
