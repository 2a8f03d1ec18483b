import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';
import type { CountDelta, PersonConversion } from './tally.js';

const OF_PEOPLE = `
  SELECT c.*, k.goal_id AS goal, k.clicked_at AS clicked
  FROM unnest($2::uuid[]) AS named(person) CROSS JOIN LATERAL (
    SELECT event_id AS event, owner_id AS owner, message_id AS message, content_id AS content, person_id AS person, at,
      amount::text AS amount, currency, order_key AS "order", counts
    FROM conversions WHERE workspace_id = $1 AND person_id = named.person OFFSET 0) AS c
  LEFT JOIN LATERAL (
    SELECT goal_id, clicked_at FROM conversion_clicks WHERE workspace_id = $1 AND event_id = c.event OFFSET 0) AS k ON true`;
const OWNERS_OF = `
  SELECT DISTINCT c.person_id AS person FROM unnest($2::uuid[]) AS named(event) CROSS JOIN LATERAL (
    SELECT person_id FROM conversions WHERE workspace_id = $1 AND event_id = named.event OFFSET 0) AS c`;

const REMOVE = `
  WITH clicks AS (DELETE FROM conversion_clicks WHERE workspace_id = $1 AND event_id = ANY($2::uuid[]))
  DELETE FROM conversions WHERE workspace_id = $1 AND event_id = ANY($2::uuid[])`;
const ADD = `
  INSERT INTO conversions (workspace_id, event_id, owner_id, message_id, content_id, person_id, at, amount, currency, order_key, counts)
  SELECT $1, event, owner, message, content, person, at, amount, currency, "order", counts
  FROM jsonb_to_recordset($2::jsonb) AS given(event uuid, owner uuid, message uuid, content uuid, person uuid, at timestamptz,
    amount numeric, currency text, "order" text, counts boolean)
  ORDER BY event`;
const ADD_CLICKS = `
  INSERT INTO conversion_clicks (workspace_id, event_id, goal_id, clicked_at)
  SELECT $1, event, goal, clicked FROM jsonb_to_recordset($2::jsonb) AS given(event uuid, goal uuid, clicked timestamptz)
  WHERE goal IS NOT NULL AND clicked IS NOT NULL ORDER BY event`;
const COUNT = `
  INSERT INTO conversion_counts AS known (workspace_id, owner_id, content_id, what, currency, count)
  SELECT $1, owner, content, what, currency, by
  FROM jsonb_to_recordset($2::jsonb) AS given(owner uuid, content uuid, what text, currency text, by numeric)
  ORDER BY owner, content, what, currency
  ON CONFLICT (workspace_id, owner_id, content_id, what, currency) DO UPDATE SET count = known.count + excluded.count`;
const COUNT_HOURS = `
  INSERT INTO conversion_hours AS known (workspace_id, owner_id, hour, what, currency, count)
  SELECT $1, owner, date_trunc('hour', at, w.time_zone), side.what, side.currency, sum(side.by * given.sign)
  FROM jsonb_to_recordset($2::jsonb) AS given(owner uuid, at timestamptz, amount numeric, currency text, counts boolean, sign int)
  CROSS JOIN (SELECT time_zone FROM workspaces WHERE id = $1) AS w
  CROSS JOIN LATERAL (VALUES ('conversions', '', counts::int::numeric), ('revenue', given.currency, given.amount)) AS side(what, currency, by)
  WHERE side.by <> 0
  GROUP BY 2, 3, 4, 5 ORDER BY 2, 3, 4, 5
  ON CONFLICT (workspace_id, owner_id, hour, what, currency) DO UPDATE SET count = known.count + excluded.count`;

/** Stores which events count for whom, and their sums. Changes need the lock of the workspace's position. */
@Injectable()
export class Conversions {
  constructor(@Inject(Database) private readonly database: Database) {}

  ofPeople(workspaceId: number, people: readonly string[]): Promise<(PersonConversion & Record<string, unknown>)[]> {
    return this.database.query(OF_PEOPLE, [workspaceId, people]);
  }

  /** Returns the people for whom events are stored, who may be others than theirs of now. */
  async peopleOf(workspaceId: number, events: readonly string[]): Promise<string[]> {
    const rows = await this.database.query<{ person: string }>(OWNERS_OF, [workspaceId, events]);
    return rows.map(({ person }) => person);
  }

  /** Replaces conversions and changes the sums. */
  async replace(
    workspaceId: number,
    removed: readonly PersonConversion[],
    added: readonly PersonConversion[],
    deltas: readonly CountDelta[],
  ): Promise<void> {
    const hours = [
      ...removed.map((each) => ({ ...each, sign: -1 })),
      ...added.map((each) => ({ ...each, sign: 1 })),
    ].map(({ owner, at, amount, currency, counts, sign }) => ({ owner, at, amount, currency, counts, sign }));
    await this.database.execute(REMOVE, [workspaceId, removed.map(({ event }) => event).sort()]);
    await this.database.execute(ADD, [workspaceId, JSON.stringify(added)]);
    await this.database.execute(ADD_CLICKS, [workspaceId, JSON.stringify(added)]);
    await this.database.execute(COUNT, [workspaceId, JSON.stringify(deltas)]);
    await this.database.execute(COUNT_HOURS, [workspaceId, JSON.stringify(hours)]);
  }
}
