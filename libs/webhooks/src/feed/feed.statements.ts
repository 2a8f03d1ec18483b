/** Where a reader of the feed stands: behind this transaction and, in it, this entry. */
export interface FeedPosition {
  xid: string;
  id: string;
}

export const NIL = '00000000-0000-0000-0000-000000000000';

/** Entries are deleted a day after they are no longer promised, so that a cursor that is taken misses nothing. */
export const FEED_DAYS = 30;
export const PROMISED = `interval '${FEED_DAYS} days'`;
export const KEPT = `interval '${FEED_DAYS + 1} days'`;

/** Every transaction before it has ended, and whatever commits from now on stands behind it. */
export const HORIZON = 'pg_snapshot_xmin(pg_current_snapshot())';

/**
 * The next entries behind a position: what the triggers wrote, and the events of users, in one order. Both halves come
 * from the front of their key and stop at the limit, so that only twice the limit is ever sorted.
 * @param at expressions of the workspace and of the position, how many, and an interval that they are in
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

/** Time and data of one entry, looked up by its key. @param of expressions that name it */
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

/** Whether a type is among patterns such as `message.*`. @param patterns an expression of text[] */
export const matches = (type: string, patterns: string): string =>
  `EXISTS (SELECT FROM unnest(${patterns}) AS pattern WHERE ${type} LIKE replace(pattern, '*', '%'))`;
