import { Inject, Injectable } from '@nestjs/common';
import type { ReEntry, Told } from '@dundun/domain';
import { Database } from '@dundun/platform/database';
import { RunCounts, WHOLE_RUN } from '../runs/run-counts.repository.js';

/** Somebody whom a trigger names, in the order in which it did. */
export interface Entrance {
  id: string;
  automation_id: string;
  version: number;
  person_id: string;
  /** Empty unless people enter once for each key. */
  key: string;
  /** What caused it: an event, a change. It causes one entrance. */
  entry_id: string;
  entered_at: Date;
  entry: Told;
  reentry: ReEntry;
}

/**
 * Enters those whom the policy of the automation lets in. Of two entrances with one key the first counts. A person who is
 * inside, or who came by the same entry, meets a unique index.
 */
const ENTER = `
  WITH given AS MATERIALIZED (
    SELECT * FROM jsonb_to_recordset($2::jsonb) AS g(place int, id uuid, automation_id uuid, version int, person_id uuid, key text,
      entry_id uuid, entered_at timestamptz, vars jsonb, policy text, days int, at_once int)),
  allowed AS MATERIALIZED (
    SELECT g.*, row_number() OVER (PARTITION BY g.automation_id, g.person_id ORDER BY g.place) AS turn FROM given g
    WHERE EXISTS (SELECT FROM people p WHERE p.workspace_id = $1 AND p.id = g.person_id)
      AND NOT EXISTS (
        SELECT FROM enrolments e WHERE e.workspace_id = $1 AND e.person_id = g.person_id
          AND e.automation_id = g.automation_id AND NOT e.is_test
          AND CASE g.policy WHEN 'never' THEN true
            WHEN 'after_days' THEN e.ended_at IS NULL OR e.entered_at > g.entered_at - make_interval(days => g.days)
            WHEN 'each_key' THEN e.key = g.key
            ELSE e.ended_at IS NULL END))
  INSERT INTO enrolments (workspace_id, id, automation_id, version, person_id, key, entry_id, entered_at, due_at, vars)
  SELECT $1, id, automation_id, version, person_id, key, entry_id, entered_at, date_trunc('milliseconds', least(entered_at, now())), vars FROM allowed a
  WHERE at_once IS NULL OR at_once >= turn + (
    SELECT count(*) FROM enrolments e WHERE e.workspace_id = $1 AND e.person_id = a.person_id
      AND e.automation_id = a.automation_id AND e.ended_at IS NULL)
  ORDER BY automation_id, person_id, key, place
  ON CONFLICT DO NOTHING
  RETURNING id`;

/** Lets people in. */
@Injectable()
export class Entrances {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(RunCounts) private readonly counts: RunCounts,
  ) {}

  /** Enters people inside the open transaction. @returns who is inside now, with the ids they were given */
  async enter<T extends Entrance>(workspaceId: number, entrances: readonly T[]): Promise<T[]> {
    const first = new Map<string, T>();
    for (const each of entrances) {
      const key = `${each.automation_id} ${each.person_id} ${each.key}`;
      if (!first.has(key)) first.set(key, each);
    }
    if (first.size === 0) return [];
    const rows = [...first.values()].map(({ entry, reentry, ...row }, place) => ({
      ...row,
      place,
      vars: { entry },
      ...reentry,
    }));
    const inside = await this.database.query<{ id: string }>(ENTER, [workspaceId, JSON.stringify(rows)]);
    const ids = new Set(inside.map(({ id }) => id));
    const entered = [...first.values()].filter(({ id }) => ids.has(id));
    const outcomes = entered.map(({ automation_id, version }) => ({ automation_id, version, step: WHOLE_RUN, outcome: 'entered' })); // prettier-ignore
    await this.counts.add(workspaceId, outcomes);
    return entered;
  }
}
