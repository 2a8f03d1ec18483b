import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';

/** How many of the latest events are searched for a name, and how many of those found are read. */
export const SEARCHED = 50_000;
export const SAMPLED = 1_000;
const MOST_VALUES = 8;
const MOST_ROWS = 400;
const LONGEST = 120;

export interface SampleRow extends Record<string, unknown> {
  events: number;
  first_at: Date | null;
  last_at: Date | null;
}

export interface ValueRow extends Record<string, unknown> {
  property: string;
  value: string;
  count: number;
  /** Events that have the property, and how many different values it has. */
  present: number;
  different: number;
}

/** Newest first, read until enough is found. $2: name. */
const SAMPLE = `
  sample AS MATERIALIZED (
    SELECT * FROM (
      SELECT name, value, properties, received_at FROM events
      WHERE workspace_id = $1 AND received_at > now() - interval '31 days'
      ORDER BY xid DESC, id DESC LIMIT ${SEARCHED}) AS latest
    WHERE name = $2 LIMIT ${SAMPLED})`;

const SIZE = `
  WITH ${SAMPLE} SELECT count(*)::int AS events, min(received_at) AS first_at, max(received_at) AS last_at FROM sample`;

const VALUES = `
  WITH ${SAMPLE},
  pairs AS (
    SELECT each.key AS property, left(each.value #>> '{}', ${LONGEST}) AS value, count(*)::int AS count
    FROM sample CROSS JOIN LATERAL (
      SELECT * FROM jsonb_each(CASE jsonb_typeof(sample.properties) WHEN 'object' THEN sample.properties ELSE '{}' END)
      UNION ALL SELECT 'value', sample.value WHERE sample.value IS NOT NULL AND NOT coalesce(sample.properties ? 'value', false)) AS each
    WHERE each.value <> 'null' GROUP BY 1, 2),
  ranked AS (
    SELECT *, sum(count) OVER of_property::int AS present, count(*) OVER of_property::int AS different,
      row_number() OVER (PARTITION BY property ORDER BY count DESC, value) AS place
    FROM pairs WINDOW of_property AS (PARTITION BY property))
  SELECT property, value, count, present, different FROM ranked WHERE place <= ${MOST_VALUES}
  ORDER BY present DESC, property, place LIMIT ${MOST_ROWS}`;

/** Reads which values the properties of an event have, from its latest. */
@Injectable()
export class EventProperties {
  constructor(@Inject(Database) private readonly database: Database) {}

  async sample(workspaceId: number, name: string): Promise<SampleRow> {
    const [row] = await this.database.query<SampleRow>(SIZE, [workspaceId, name]);
    return row as SampleRow;
  }

  values(workspaceId: number, name: string): Promise<ValueRow[]> {
    return this.database.query<ValueRow>(VALUES, [workspaceId, name]);
  }
}
