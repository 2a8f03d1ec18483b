import { HORIZON, matches, stretch } from '../feed/feed.statements.js';

/** Serializes replays of one endpoint, which lock many of the same rows. */
export const LOCK = `SELECT FROM webhook_endpoints WHERE workspace_id = $1 AND id = $2 FOR UPDATE`;

/** Resets a delivery. Raising the claim keeps a call in flight from overwriting the new state. */
const FRESH = `state = 'pending', due_at = now(), asked_at = now(), tries = 0, ended_at = NULL`;
export const AGAIN = `
  UPDATE webhook_deliveries d SET ${FRESH}, claim = d.claim + 1 WHERE d.workspace_id = $1 AND d.endpoint_id = $2`;

/** Counts failed deliveries, up to a limit. */
export const COUNT_FAILED = `
  SELECT count(*)::int AS count FROM (
    SELECT FROM webhook_deliveries WHERE workspace_id = $1 AND endpoint_id = $2 AND state = 'failed' LIMIT $3) AS failed`;

/** Continues behind the last id, so that a delivery that fails again is not replayed twice. */
export const REPLAY_FAILED = `
  WITH failed AS MATERIALIZED (
    SELECT f.id FROM webhook_deliveries f
    WHERE f.workspace_id = $1 AND f.endpoint_id = $2 AND f.state = 'failed' AND f.id > $3 ORDER BY f.id LIMIT $4
  ),
  again AS (${AGAIN} AND d.id IN (SELECT id FROM failed))
  SELECT (SELECT count(*) FROM failed)::int AS count, (SELECT id FROM failed ORDER BY id DESC LIMIT 1) AS last`;

/**
 * The range of transaction ids that can contain entries of a time range, with a margin of a minute: times and transaction ids are
 * in nearly the same order, and no transaction of this service takes a minute.
 */
export const BOUNDS = `
  SELECT
    coalesce((SELECT xid FROM feed_entries WHERE created_at < $1::timestamptz - interval '1 minute' ORDER BY created_at DESC LIMIT 1), '0'::xid8)::text AS low,
    coalesce((SELECT xid FROM feed_entries WHERE created_at > $2::timestamptz + interval '1 minute' ORDER BY created_at LIMIT 1), ${HORIZON})::text AS high`;

/** The entries of a piece of the feed that match the endpoint. */
const WANTED = `
  WITH stretch AS MATERIALIZED (${stretch({ workspace: '$1', xid: '$3::xid8', id: '$4::uuid', limit: '$5' })}),
  wanted AS MATERIALIZED (
    SELECT s.id, s.xid, s.type FROM stretch s JOIN webhook_endpoints e ON e.workspace_id = $1 AND e.id = $2
    WHERE s.xid <= $6::xid8 AND s.at BETWEEN $7 AND $8 AND ${matches('s.type', 'e.types')})`;

const SEEN = `
  SELECT (SELECT count(*) FROM stretch WHERE xid <= $6::xid8)::int AS scanned, (SELECT count(*) FROM wanted)::int AS wanted,
    last.xid::text AS xid, last.id
  FROM (SELECT 1) AS one LEFT JOIN (SELECT xid, id FROM stretch ORDER BY xid DESC, id DESC LIMIT 1) AS last ON true`;

export const COUNT_PIECE = `${WANTED} ${SEEN}`;

export const REPLAY_PIECE = `${WANTED},
  replayed AS (
    INSERT INTO webhook_deliveries AS d (workspace_id, endpoint_id, id, xid, type)
    SELECT $1, $2, w.id, w.xid, w.type FROM wanted w
    ORDER BY w.xid, w.id
    ON CONFLICT (workspace_id, endpoint_id, id) DO UPDATE SET ${FRESH}, claim = d.claim + 1
  )
  ${SEEN}`;
