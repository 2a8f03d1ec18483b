/** Deletes the content of up to $1 ended messages. Messages that may still be sent keep theirs. */
export const FORGET_CONTENT = `
  WITH old AS MATERIALIZED (
    SELECT m.workspace_id, m.id FROM workspaces w
    JOIN messages m ON m.workspace_id = w.id AND m.created_at < now() - w.content_days * interval '1 day'
    WHERE w.content_days IS NOT NULL AND m.due_at IS NULL
      AND (m.content ?| ARRAY['html', 'text', 'body', 'attachments'] OR m.content->'template' ? 'variables')
    ORDER BY m.workspace_id, m.id LIMIT $1 FOR UPDATE OF m SKIP LOCKED
  ),
  touched AS (
    UPDATE hits h SET ip = NULL, user_agent = NULL
    FROM old WHERE h.workspace_id = old.workspace_id AND h.message_id = old.id
  ),
  uncaptured AS (
    DELETE FROM inbox_messages i USING old WHERE i.workspace_id = old.workspace_id AND i.message_id = old.id
  )
  UPDATE messages m SET content = (m.content - ARRAY['html', 'text', 'body', 'attachments']) #- '{template,variables}'
  FROM old WHERE m.workspace_id = old.workspace_id AND m.id = old.id`;

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
