/**
 * Deletes up to $2 ended messages older than $1 days, with everything that belongs to them. Suppressions, consents and
 * counts stay. A message that may still be sent stays, however old.
 */
export const DELETE_MESSAGES = `
  WITH old AS MATERIALIZED (
    SELECT m.workspace_id, m.id, m.recipients
    FROM workspaces w CROSS JOIN LATERAL (
      SELECT workspace_id, id, recipients FROM messages
      WHERE workspace_id = w.id AND created_at < now() - $1 * interval '1 day'
        AND due_at IS NULL AND coalesce(ended_at, created_at) < now() - $1 * interval '1 day'
      ORDER BY created_at, id LIMIT $2 FOR UPDATE SKIP LOCKED
    ) AS m
    LIMIT $2
  ),
  addresses AS MATERIALIZED (
    SELECT DISTINCT old.workspace_id, old.id, left(lower(coalesce(each->>'key', each->>'address')), 500) AS address
    FROM old CROSS JOIN LATERAL jsonb_path_query(old.recipients, 'lax $[*]') AS each
  ),
  attempts_gone AS (
    DELETE FROM attempts a USING old WHERE a.workspace_id = old.workspace_id AND a.message_id = old.id
  ),
  hits_gone AS (
    DELETE FROM hits h USING old WHERE h.workspace_id = old.workspace_id AND h.message_id = old.id
  ),
  captured_gone AS (
    DELETE FROM inbox_messages i USING old WHERE i.workspace_id = old.workspace_id AND i.message_id = old.id
  ),
  reports_gone AS (
    DELETE FROM delivery_reports r USING old WHERE r.workspace_id = old.workspace_id AND r.message_id = old.id
  ),
  people_gone AS (
    DELETE FROM message_people p USING addresses a
    WHERE p.workspace_id = a.workspace_id AND p.address = a.address AND p.message_id = a.id
  ),
  words_gone AS (
    DELETE FROM message_words w USING old WHERE w.workspace_id = old.workspace_id AND w.message_id = old.id
  )
  DELETE FROM messages m USING old WHERE m.workspace_id = old.workspace_id AND m.id = old.id`;

/** Deletes up to $2 captured messages older than $1 days, whose original is gone already. */
export const DELETE_CAPTURED = `
  DELETE FROM inbox_messages WHERE (workspace_id, id) IN (
    SELECT i.workspace_id, i.id FROM workspaces w CROSS JOIN LATERAL (
      SELECT workspace_id, id FROM inbox_messages
      WHERE workspace_id = w.id AND captured_at < now() - $1 * interval '1 day'
      ORDER BY captured_at, id LIMIT $2 FOR UPDATE SKIP LOCKED
    ) AS i
    LIMIT $2)`;
