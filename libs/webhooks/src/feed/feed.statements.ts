/** A position in the feed: after this entry of this transaction. */
export interface FeedPosition {
  xid: string;
  id: string;
}

export const NIL = '00000000-0000-0000-0000-000000000000';

/** Entries are kept a day longer than guaranteed, so that an accepted cursor misses none. */
export const FEED_DAYS = 30;
export const PROMISED = `interval '${FEED_DAYS} days'`;
export const KEPT = `interval '${FEED_DAYS + 1} days'`;

/** All transactions before the horizon have ended; later commits come after it. */
export const HORIZON = 'pg_snapshot_xmin(pg_current_snapshot())';

/**
 * Selects the next entries after a position: the entries written by triggers and the events of users, in one order. Each half is
 * read in key order up to the limit, so that at most twice the limit is sorted.
 * @param at SQL expressions of workspace, position and limit; `within` restricts the age
 */
export const stretch = (at: { workspace: string; xid: string; id: string; limit: string; within?: string }): string => `
  SELECT * FROM (
    (SELECT written.xid, written.id, written.type, written.created_at AS at FROM feed_entries written
     WHERE written.workspace_id = ${at.workspace} AND (written.xid, written.id) > (${at.xid}, ${at.id}) AND written.xid < ${HORIZON}${at.within ? ` AND written.created_at > now() - ${at.within}` : ''}
     ORDER BY written.xid, written.id LIMIT ${at.limit})
    UNION ALL
    (SELECT tracked.xid, tracked.id, 'event.tracked', tracked.received_at FROM events tracked
     WHERE tracked.workspace_id = ${at.workspace} AND (tracked.xid, tracked.id) > (${at.xid}, ${at.id}) AND tracked.xid < ${HORIZON}
       AND tracked.received_at > now() - ${at.within ?? KEPT}
     ORDER BY tracked.xid, tracked.id LIMIT ${at.limit})
  ) AS entry ORDER BY xid, id LIMIT ${at.limit}`;

/** Selects time and data of one entry by its key. @param of SQL expressions of the key */
export const entryOf = (of: { workspace: string; xid: string; id: string; type: string }): string => `
  SELECT f.created_at AS at, f.data FROM feed_entries f
  WHERE ${of.type} <> 'event.tracked' AND f.workspace_id = ${of.workspace} AND f.xid = ${of.xid} AND f.id = ${of.id}
  UNION ALL
  SELECT e.received_at, jsonb_build_object(
    'uid', coalesce(p.uid, e.person_id::text), 'event', e.name, 'value', e.value, 'properties', e.properties,
    'timestamp', feed_time(e.occurred_at))
  FROM events e LEFT JOIN people p ON p.workspace_id = e.workspace_id AND p.id = e.person_id
  WHERE ${of.type} = 'event.tracked' AND e.workspace_id = ${of.workspace} AND e.xid = ${of.xid} AND e.id = ${of.id}
    AND e.received_at > now() - ${KEPT}`;

/** Tests a type against patterns such as `message.*`. @param patterns a SQL expression of type text[] */
export const matches = (type: string, patterns: string): string =>
  `EXISTS (SELECT FROM unnest(${patterns}) AS pattern WHERE ${type} LIKE replace(pattern, '*', '%'))`;
