import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@dundun/platform/database';

/** A name or a value with its frequency among what was looked at. */
export interface SuggestionRow extends Record<string, unknown> {
  value: string;
  type: 'text' | 'number' | 'boolean' | 'date';
  count: number;
  sampled: number;
}

/** What is looked for. */
export interface SuggestionSource {
  what: 'attributes' | 'values' | 'events' | 'properties' | 'property_values';
  /** The attribute or the property; absent for the value of an event. */
  name?: string;
  event?: string;
  search?: string;
}

const PEOPLE = 1_000;
const EVENTS = 10_000;
const MOST = 50;
const LONGEST = 200;

const SAMPLE_PEOPLE = `
  SELECT meta AS of FROM people WHERE workspace_id = $1 ORDER BY person_bucket(id), id LIMIT ${PEOPLE}`;

/** The latest, in the order of the feed. */
const LATEST = `
  SELECT name, value, properties FROM events WHERE workspace_id = $1 ORDER BY xid DESC, id DESC LIMIT ${EVENTS}`;
/** @param shown the columns of the latest events of one name */
const sampleEvents = (shown: string) => `SELECT ${shown} FROM (${LATEST}) AS latest WHERE name = $3`;

const TYPE = `CASE
    WHEN bool_and(jsonb_typeof(value) = 'number') THEN 'number'
    WHEN bool_and(jsonb_typeof(value) = 'boolean') THEN 'boolean'
    WHEN bool_and(jsonb_typeof(value) = 'string' AND calendar_day(value #>> '{}') IS NOT NULL) THEN 'date'
    ELSE 'text' END`;

const isSearched = (column: string) => `($2::text = '' OR position(lower($2) IN lower(${column})) > 0)`;

/** @param sample SQL of rows with a JSON object as "of" */
const names = (sample: string) => `
  WITH sample AS MATERIALIZED (${sample})
  SELECT key AS value, ${TYPE} AS type, count(*)::int AS count, (SELECT count(*)::int FROM sample) AS sampled
  FROM sample CROSS JOIN LATERAL jsonb_each(CASE WHEN jsonb_typeof(of) = 'object' THEN of ELSE '{}' END)
  WHERE jsonb_typeof(value) <> 'null' AND ${isSearched('key')}
  GROUP BY key ORDER BY count DESC, key LIMIT ${MOST}`;

/** @param value SQL of the value in a row of the sample */
const values = (sample: string, value: string) => `
  WITH sample AS MATERIALIZED (${sample}),
  held AS (SELECT ${value} AS value FROM sample)
  SELECT value #>> '{}' AS value, ${TYPE} AS type, count(*)::int AS count, (SELECT count(*)::int FROM sample) AS sampled
  FROM held WHERE jsonb_typeof(value) IN ('string', 'number', 'boolean') AND length(value #>> '{}') <= ${LONGEST}
    AND ${isSearched(`value #>> '{}'`)}
  GROUP BY 1 ORDER BY count DESC, 1 LIMIT ${MOST}`;

/** All registered names, because a rare one may be missing in the sample. */
const ATTRIBUTE_NAMES = `
  WITH sample AS MATERIALIZED (${SAMPLE_PEOPLE}),
  held AS (
    SELECT key, ${TYPE} AS type, count(*)::int AS count
    FROM sample CROSS JOIN LATERAL jsonb_each(CASE WHEN jsonb_typeof(of) = 'object' THEN of ELSE '{}' END)
    WHERE jsonb_typeof(value) <> 'null' AND ${isSearched('key')}
    GROUP BY key),
  registered AS (
    SELECT name, CASE WHEN type IN ('number', 'boolean') THEN type ELSE 'text' END AS type
    FROM attributes WHERE workspace_id = $1 AND ${isSearched('name')})
  SELECT coalesce(held.key, registered.name) AS value, coalesce(held.type, registered.type) AS type,
    coalesce(held.count, 0) AS count, (SELECT count(*)::int FROM sample) AS sampled
  FROM held FULL JOIN registered ON registered.name = held.key
  ORDER BY count DESC, value LIMIT ${MOST}`;
const ATTRIBUTE_VALUES = values(SAMPLE_PEOPLE, 'of -> $3::text');
const EVENT_NAMES = `
  WITH latest AS MATERIALIZED (${LATEST})
  SELECT name AS value, 'text' AS type, count(*)::int AS count, (SELECT count(*)::int FROM latest) AS sampled
  FROM latest WHERE ${isSearched('name')} GROUP BY name ORDER BY count DESC, name LIMIT ${MOST}`;
const PROPERTY_NAMES = names(sampleEvents('properties AS of'));
const PROPERTY_VALUES = values(
  sampleEvents('properties AS of, value'),
  'CASE WHEN $4::text IS NULL THEN value ELSE of -> $4 END',
);

/** Reads what people and events have, from 1,000 people in random order and the latest 10,000 events; of attributes all names. */
@Injectable()
export class SegmentSuggestions {
  constructor(@Inject(Database) private readonly database: Database) {}

  find(workspaceId: number, { what, name, event = '', search = '' }: SuggestionSource): Promise<SuggestionRow[]> {
    const read = (statement: string, ...more: unknown[]) =>
      this.database.query<SuggestionRow>(statement, [workspaceId, search, ...more]);
    if (what === 'attributes') return read(ATTRIBUTE_NAMES);
    if (what === 'values') return read(ATTRIBUTE_VALUES, name ?? '');
    if (what === 'events') return read(EVENT_NAMES);
    return what === 'properties' ? read(PROPERTY_NAMES, event) : read(PROPERTY_VALUES, event, name ?? null);
  }
}
