import { BEFORE, ENGAGEMENT, figuresOf, MAIL_STATUSES } from './count-engagement.statements.js';

/** All transactions before the horizon have ended; later commits come after it. */
export const HORIZON = 'pg_snapshot_xmin(pg_current_snapshot())';

/** Entries that one statement counts. */
export const STRETCH = 5_000;

/** Locks the position of a workspace unless another worker counts. */
export const placeOf = (source: 'feed' | 'events') => `
  place AS MATERIALIZED (
    SELECT xid, id, since FROM insight_positions
    WHERE workspace_id = $1 AND source = '${source}' FOR UPDATE SKIP LOCKED)`;

export const LAST = 'SELECT xid, id FROM next ORDER BY xid DESC, id DESC LIMIT 1';

/** Rows in the order of their keys, so that statements of two workers do not deadlock. */
export const addHours = (counted: string) => `
  INSERT INTO activity_hours AS known (workspace_id, hour, what, channel, count)
  SELECT $1, date_trunc('hour', at, $2) AS hour, what, channel, sum(n) AS count FROM (${counted}) AS counted
  GROUP BY 2, 3, 4 HAVING sum(n) <> 0 ORDER BY 2, 3, 4
  ON CONFLICT (workspace_id, hour, what, channel) DO UPDATE SET count = known.count + excluded.count`;

const MESSAGES = `
  SELECT coalesce((data->>'ended_at')::timestamptz, created_at) AS at, figure.what, data->>'channel' AS channel,
    (data->>'status' = ANY(figure.statuses))::int - (${BEFORE} = ANY(figure.statuses))::int AS n
  FROM next CROSS JOIN (VALUES ${figuresOf(MAIL_STATUSES)}) AS figure(what, statuses)
  WHERE type LIKE 'message.%' AND type NOT IN ('message.opened', 'message.clicked')`;

/** What was a person's and proves to be a machine's, or the other way round, moves from one figure to the other. */
const HITS = `
  SELECT (data->>'at')::timestamptz, CASE type WHEN 'message.opened' THEN 'opened' ELSE 'clicked' END
      || CASE WHEN ((data->>'machine')::boolean) = (side.n = 1) THEN '_by_machine' ELSE '' END, 'any', side.n
  FROM next CROSS JOIN (VALUES (1), (-1)) AS side(n)
  WHERE type IN ('message.opened', 'message.clicked') AND (side.n = 1 OR data ? 'reclassified')`;

const SUBSCRIBERS = `
  SELECT (data->>'at')::timestamptz, CASE WHEN type IN ('subscriber.subscribed', 'subscriber.confirmed') THEN 'joined' ELSE 'left' END,
    'any', 1
  FROM next
  WHERE type IN ('subscriber.subscribed', 'subscriber.confirmed', 'subscriber.unsubscribed', 'subscriber.removed')
    AND data->>'list_id' IS NOT NULL`;

/** Counts the next entries of the feed and moves the position, in one statement. $1: workspace, $2: its zone. */
export const COUNT_FEED = `
  WITH ${placeOf('feed')},
  next AS MATERIALIZED (
    SELECT entry.* FROM place CROSS JOIN LATERAL (
      SELECT f.xid, f.id, f.type, f.data, f.created_at FROM feed_entries f
      WHERE f.workspace_id = $1 AND (f.xid, f.id) > (place.xid, place.id) AND f.xid < ${HORIZON}
      ORDER BY f.xid, f.id LIMIT ${STRETCH}) AS entry),
  counted AS (${addHours(`${MESSAGES} UNION ALL ${HITS} UNION ALL ${SUBSCRIBERS}`)}),
  ${ENGAGEMENT},
  moved AS (
    UPDATE insight_positions p SET xid = last.xid, id = last.id FROM (${LAST}) AS last
    WHERE p.workspace_id = $1 AND p.source = 'feed')
  SELECT count(*)::int AS entries FROM next`;
