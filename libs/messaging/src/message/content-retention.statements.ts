/** Deletes the content of up to $1 ended messages. Messages that may still be sent keep theirs. */
export const FORGET_CONTENT = `
  WITH old AS MATERIALIZED (
    SELECT m.workspace_id, m.id FROM workspaces w
    JOIN messages m ON m.workspace_id = w.id AND m.created_at < now() - w.content_days * interval '1 day'
    WHERE w.content_days IS NOT NULL AND m.due_at IS NULL
      AND (m.content ?| ARRAY['html', 'text', 'body', 'attachments', 'variables'] OR m.content->'template' ? 'variables')
    ORDER BY m.workspace_id, m.id LIMIT $1 FOR UPDATE OF m SKIP LOCKED
  ),
  touched AS (
    UPDATE hits h SET ip = NULL, user_agent = NULL
    FROM old WHERE h.workspace_id = old.workspace_id AND h.message_id = old.id
  ),
  uncaptured AS (
    DELETE FROM inbox_messages i USING old WHERE i.workspace_id = old.workspace_id AND i.message_id = old.id
  )
  UPDATE messages m SET content = (m.content - ARRAY['html', 'text', 'body', 'attachments', 'variables']) #- '{template,variables}'
  FROM old WHERE m.workspace_id = old.workspace_id AND m.id = old.id`;

/**
 * Deletes the attachments of messages whose content is old enough. Ids begin with their time, so the key finds the old ones; a
 * day more allows for clocks that differ.
 */
export const FORGET_ATTACHMENTS = `
  DELETE FROM message_attachments WHERE (workspace_id, message_id, number) IN (
    SELECT f.workspace_id, f.message_id, f.number FROM workspaces w
    CROSS JOIN LATERAL (
      SELECT a.workspace_id, a.message_id, a.number FROM message_attachments a
      JOIN messages m ON m.workspace_id = a.workspace_id AND m.id = a.message_id
      WHERE a.workspace_id = w.id AND m.due_at IS NULL AND m.created_at < now() - w.content_days * interval '1 day'
        AND a.message_id < (lpad(to_hex((extract(epoch FROM now() - (w.content_days - 1) * interval '1 day') * 1000)::bigint), 12, '0')
          || repeat('0', 20))::uuid
      LIMIT $1 FOR UPDATE OF a SKIP LOCKED
    ) AS f
    WHERE w.content_days IS NOT NULL LIMIT $1)`;

/** Deletes captured messages whose original lost its content earlier, without them. */
export const FORGET_CAPTURED = `
  DELETE FROM inbox_messages WHERE (workspace_id, id) IN (
    SELECT i.workspace_id, i.id FROM workspaces w
    JOIN inbox_messages i ON i.workspace_id = w.id AND i.captured_at < now() - w.content_days * interval '1 day'
    WHERE w.content_days IS NOT NULL LIMIT $1 FOR UPDATE OF i SKIP LOCKED)`;

/** Deletes where messages were opened from, if their content was deleted earlier. No open or click is older than its message. */
export const FORGET_ORIGINS = `
  UPDATE hits h SET ip = NULL, user_agent = NULL
  FROM (
    SELECT h.workspace_id, h.message_id, h.at, h.id FROM workspaces w
    JOIN hits h ON h.workspace_id = w.id AND h.at < now() - w.content_days * interval '1 day'
    WHERE w.content_days IS NOT NULL AND (h.ip IS NOT NULL OR h.user_agent IS NOT NULL)
    LIMIT $1 FOR UPDATE OF h SKIP LOCKED
  ) AS old
  WHERE h.workspace_id = old.workspace_id AND h.message_id = old.message_id AND h.at = old.at AND h.id = old.id`;
