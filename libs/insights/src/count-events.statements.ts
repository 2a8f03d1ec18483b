import { addHours, HORIZON, LAST, placeOf, STRETCH } from './count-feed.statements.js';

/** An event counts when it happened; nothing happens in the future. */
const AT = 'least(coalesce(e.occurred_at, e.received_at), e.received_at)';

/** A transaction that received an event has ended within a week. */
const SETTLED = "interval '7 days'";

/**
 * Counts the next events and moves the position, in one statement. $1: workspace, $2: its zone.
 * @returns who did what on which day, four bytes for each person
 */
export const COUNT_EVENTS = `
  WITH ${placeOf('events')},
  next AS MATERIALIZED (
    SELECT entry.* FROM place CROSS JOIN LATERAL (
      SELECT e.xid, e.id, e.name, e.person_id, e.received_at, ${AT} AS at FROM events e
      WHERE e.workspace_id = $1 AND (e.xid, e.id) > (place.xid, place.id) AND e.xid < ${HORIZON}
        AND e.received_at >= place.since
      ORDER BY e.xid, e.id LIMIT ${STRETCH}) AS entry),
  total AS (${addHours(`SELECT at, 'events' AS what, 'any' AS channel, 1 AS n FROM next`)}),
  minutes AS (
    INSERT INTO event_minutes AS known (workspace_id, minute, count)
    SELECT $1, date_trunc('minute', received_at), count(*) FROM next WHERE received_at > now() - interval '1 hour'
    GROUP BY 2 ORDER BY 2
    ON CONFLICT (workspace_id, minute) DO UPDATE SET count = known.count + excluded.count),
  hours AS (
    INSERT INTO event_name_hours AS known (workspace_id, hour, name, count)
    SELECT $1, date_trunc('hour', at, $2), name, count(*) FROM next WHERE at > now() - interval '2 days'
    GROUP BY 2, 3 ORDER BY 2, 3
    ON CONFLICT (workspace_id, hour, name) DO UPDATE SET count = known.count + excluded.count),
  days AS (
    INSERT INTO event_name_days AS known (workspace_id, day, name, count)
    SELECT $1, (at AT TIME ZONE $2)::date, name, count(*) FROM next
    GROUP BY 2, 3 ORDER BY 2, 3
    ON CONFLICT (workspace_id, day, name) DO UPDATE SET count = known.count + excluded.count),
  moved AS (
    UPDATE insight_positions p SET xid = last.xid, id = last.id,
      since = CASE WHEN (SELECT count(*) FROM next) < ${STRETCH} THEN greatest(p.since, now() - ${SETTLED}) ELSE p.since END
    FROM (${LAST}) AS last WHERE p.workspace_id = $1 AND p.source = 'events')
  SELECT (at AT TIME ZONE $2)::date::text AS day, name, count(*)::int AS events,
    string_agg(DISTINCT substring(uuid_send(person_id) FROM 13), ''::bytea) AS people
  FROM next GROUP BY 1, 2`;

/** $2: days and names as JSON. */
export const SKETCHES = `
  SELECT p.day::text AS day, p.name, p.people FROM jsonb_to_recordset($2::jsonb) AS given(day date, name text)
  CROSS JOIN LATERAL (
    SELECT day, name, people FROM event_name_people p WHERE p.workspace_id = $1 AND p.day = given.day AND p.name = given.name
    ORDER BY p.day LIMIT 1) AS p`;

/** $2: days, names and sketches in base64 as JSON. */
export const STORE_SKETCHES = `
  INSERT INTO event_name_people (workspace_id, day, name, people)
  SELECT $1, day, name, decode(people, 'base64') FROM jsonb_to_recordset($2::jsonb) AS given(day date, name text, people text)
  ORDER BY day, name
  ON CONFLICT (workspace_id, day, name) DO UPDATE SET people = excluded.people`;
