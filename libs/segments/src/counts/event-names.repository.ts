import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import {
  countedKey,
  countedName,
  isCounted,
  keyOfCounted,
  leavesOf,
  type PropertyTest,
  type SegmentNode,
} from '@dundun/domain';
import { Database } from '@dundun/platform/database';

/** Something that is counted by person and day: an event, or what happened with messages, with tests of its properties. */
export interface EventName extends Record<string, unknown> {
  id: number;
  zone: string;
  /** Where it is counted: among events, or in what happened with messages of lists. */
  source: 'event' | 'message';
  name: string;
  tests: PropertyTest[];
  start_xid: string;
  start_id: string;
  /** Counts of people up to this id are complete. */
  backfill_after: string;
  backfilled_at: Date | null;
}

export const NAME_COLUMNS =
  'id, zone, source, name, tests, start_xid::text AS start_xid, start_id, backfill_after, backfilled_at';

const ALL = `SELECT ${NAME_COLUMNS} FROM event_names WHERE workspace_id = $1 ORDER BY id`;

/** The position is locked by the caller: what is before it is counted by the backfill, and later entries by the follower. */
const ADD = `
  INSERT INTO event_names (workspace_id, hash, zone, source, name, tests, start_xid, start_id)
  SELECT $1, decode(given.hash, 'hex'), $2, given.source, given.name, given.tests, p.xid, p.id
  FROM jsonb_to_recordset($3::jsonb) AS given(hash text, source text, name text, tests jsonb)
  CROSS JOIN segment_positions p WHERE p.workspace_id = $1
  ORDER BY given.hash
  ON CONFLICT (workspace_id, zone, hash) DO NOTHING`;

/** Upkeep deletes the counts. */
const RETIRE_UNUSED = `
  WITH unused AS (
    DELETE FROM event_names n WHERE n.workspace_id = $1 AND NOT EXISTS (
      SELECT FROM segment_uses u WHERE u.workspace_id = $1 AND u.what = 'event' AND u.key = n.id::text)
    RETURNING n.workspace_id, n.id)
  INSERT INTO retired_event_names (workspace_id, id) SELECT workspace_id, id FROM unused`;

const hashOf = (key: string) => createHash('sha256').update(key).digest('hex');

/** The names that the segments of a workspace count. */
@Injectable()
export class EventNames {
  constructor(@Inject(Database) private readonly database: Database) {}

  all(workspaceId: number): Promise<EventName[]> {
    return this.database.query<EventName>(ALL, [workspaceId]);
  }

  /** Returns the ids of what is counted by the days of a zone, by `countedKey`. */
  async ids(workspaceId: number, zone: string): Promise<Map<string, number>> {
    return idsOf(await this.all(workspaceId), zone);
  }

  /** Counts what the trees name, from now on and by a backfill. The caller has locked the position. */
  async ensure(workspaceId: number, zone: string, trees: readonly SegmentNode[]): Promise<Map<string, number>> {
    const leaves = trees.flatMap(leavesOf).filter(isCounted);
    const rows = new Map(leaves.map((leaf) => [countedKey(leaf), leaf]));
    if (rows.size > 0) {
      const given = [...rows].map(([key, leaf]) => ({ hash: hashOf(key), ...countedName(leaf) }));
      await this.database.execute(ADD, [workspaceId, zone, JSON.stringify(given)]);
    }
    return this.ids(workspaceId, zone);
  }

  /** Stops counting what no segment uses. The caller has locked the position. */
  async retireUnused(workspaceId: number): Promise<void> {
    await this.database.execute(RETIRE_UNUSED, [workspaceId]);
  }
}

/** Returns the ids by `countedKey`. */
export const idsOf = (names: readonly EventName[], zone: string): Map<string, number> =>
  new Map(names.filter((each) => each.zone === zone).map((name) => [keyOfCounted(name), name.id]));
