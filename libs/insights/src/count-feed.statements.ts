/** All transactions before the horizon have ended; later commits come after it. */
export const HORIZON = 'pg_snapshot_xmin(pg_current_snapshot())';

/** Entries that one statement counts. */
export const STRETCH = 5_000;

/** Whether a message with this status counts for a figure. A status may turn into another, and a figure then falls. */
const FIGURES = {
  sent: ['sent', 'captured', 'delivered', 'bounced', 'complained'],
  arrived: ['sent', 'captured', 'delivered', 'complained'],
  confirmed: ['captured', 'delivered', 'complained'],
  bounced: ['bounced'],
  complained: ['complained'],
  failed: ['failed', 'unknown'],
};

const VALUES = Object.entries(FIGURES)
  .map(([what, statuses]) => `('${what}', ARRAY[${statuses.map((status) => `'${status}'`).join(', ')}])`)
  .join(', ');

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

/** Entries from before the migration do not say what the status was. */
const BEFORE = `CASE WHEN data ? 'previous_status' THEN data->>'previous_status'
  WHEN data->>'status' IN ('delivered', 'bounced', 'complained') THEN 'sent' ELSE 'queued' END`;

const MESSAGES = `
  SELECT coalesce((data->>'ended_at')::timestamptz, created_at) AS at, figure.what, data->>'channel' AS channel,
    (data->>'status' = ANY(figure.statuses))::int - (${BEFORE} = ANY(figure.statuses))::int AS n
  FROM next CROSS JOIN (VALUES ${VALUES}) AS figure(what, statuses)
  WHERE type LIKE 'message.%' AND type NOT IN ('message.opened', 'message.clicked')`;

/** What was a person's and proves to be a machine's, or the other way round, moves from one figure to the other. */
const ENGAGEMENT = `
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

/**
 * Counts the messages of groups by what was done with them, each once: the strongest of its opens and of its clicks. A message that
 * an entry names is counted again from all that is stored of it, so that reclassified and repeated entries change nothing twice.
 */
const GROUPS = `
  named AS MATERIALIZED (
    SELECT DISTINCT (data->>'message_id')::uuid AS message_id FROM next WHERE type IN ('message.opened', 'message.clicked')),
  engaged AS MATERIALIZED (
    SELECT named.message_id, m.group_id, found.opened, found.clicked,
      coalesce(before.opened, 0) AS opened_before, coalesce(before.clicked, 0) AS clicked_before
    FROM named
    CROSS JOIN LATERAL (
      SELECT group_id FROM messages WHERE workspace_id = $1 AND id = named.message_id AND group_id IS NOT NULL OFFSET 0) AS m
    CROSS JOIN LATERAL (
      SELECT coalesce(max(CASE WHEN machine THEN 1 ELSE 2 END) FILTER (WHERE kind = 'open'), 0) AS opened,
        coalesce(max(CASE WHEN machine THEN 1 ELSE 2 END) FILTER (WHERE kind = 'click'), 0) AS clicked
      FROM hits WHERE workspace_id = $1 AND message_id = named.message_id OFFSET 0) AS found
    LEFT JOIN LATERAL (
      SELECT e.opened, e.clicked FROM message_engagement e
      WHERE e.workspace_id = $1 AND e.message_id = named.message_id OFFSET 0) AS before ON true),
  engagement AS (
    INSERT INTO message_engagement AS known (workspace_id, message_id, opened, clicked)
    SELECT $1, message_id, opened, clicked FROM engaged
    WHERE (opened, clicked) <> (opened_before, clicked_before) ORDER BY message_id
    ON CONFLICT (workspace_id, message_id) DO UPDATE SET opened = excluded.opened, clicked = excluded.clicked),
  groups AS (
    INSERT INTO message_group_engagement AS known (workspace_id, group_id, what, count)
    SELECT $1, group_id, what, sum(n) FROM engaged CROSS JOIN LATERAL (VALUES
      ('opened', (opened = 2)::int - (opened_before = 2)::int),
      ('opened_by_machine', (opened = 1)::int - (opened_before = 1)::int),
      ('clicked', (clicked = 2)::int - (clicked_before = 2)::int),
      ('clicked_by_machine', (clicked = 1)::int - (clicked_before = 1)::int)) AS side(what, n)
    GROUP BY group_id, what HAVING sum(n) <> 0 ORDER BY group_id, what
    ON CONFLICT (workspace_id, group_id, what) DO UPDATE SET count = known.count + excluded.count)`;

/** Counts the next entries of the feed and moves the position, in one statement. $1: workspace, $2: its zone. */
export const COUNT_FEED = `
  WITH ${placeOf('feed')},
  next AS MATERIALIZED (
    SELECT entry.* FROM place CROSS JOIN LATERAL (
      SELECT f.xid, f.id, f.type, f.data, f.created_at FROM feed_entries f
      WHERE f.workspace_id = $1 AND (f.xid, f.id) > (place.xid, place.id) AND f.xid < ${HORIZON}
      ORDER BY f.xid, f.id LIMIT ${STRETCH}) AS entry),
  counted AS (${addHours(`${MESSAGES} UNION ALL ${ENGAGEMENT} UNION ALL ${SUBSCRIBERS}`)}),
  ${GROUPS},
  moved AS (
    UPDATE insight_positions p SET xid = last.xid, id = last.id FROM (${LAST}) AS last
    WHERE p.workspace_id = $1 AND p.source = 'feed')
  SELECT count(*)::int AS entries FROM next`;
