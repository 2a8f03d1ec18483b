// $1 the workspace, $2 the source, $3 the destination, unless stated otherwise.

/** $2: the person. */
export const IS_ON_A_LIST = `SELECT FROM memberships WHERE workspace_id = $1 AND person_id = $2 LIMIT 1`;

/** Every list that at least one of them is on, or was on. */
export const STATUSES = `
  SELECT coalesce(s.list_id, d.list_id) AS list_id,
    jsonb_build_object('status', coalesce(s.status, 'none'), 'email', s.email_consent, 'sms', s.sms_consent) AS source,
    jsonb_build_object('status', coalesce(d.status, 'none'), 'email', d.email_consent, 'sms', d.sms_consent) AS destination
  FROM (SELECT * FROM memberships WHERE workspace_id = $1 AND person_id = $2) s
  FULL JOIN (SELECT * FROM memberships WHERE workspace_id = $1 AND person_id = $3) d ON d.list_id = s.list_id
  ORDER BY 1`;

/** $4: the lists. */
export const MOVE = `
  UPDATE memberships SET person_id = $3 WHERE workspace_id = $1 AND person_id = $2 AND list_id = ANY($4::uuid[])`;

/** $2: the destination, $3: its memberships. */
export const KEEP = `
  UPDATE memberships m SET status = row.status, email_consent = row.email_consent, sms_consent = row.sms_consent,
    changed_at = CASE WHEN row.has_left THEN now() ELSE m.changed_at END
  FROM jsonb_to_recordset($3::jsonb) AS row(
    list_id uuid, status text, email_consent text, sms_consent text, has_left boolean)
  WHERE m.workspace_id = $1 AND m.person_id = $2 AND m.list_id = row.list_id`;

/** $2: the destination, $3: rows for the ledger of consents. */
export const NOTE_LEFT = `
  INSERT INTO consents (workspace_id, id, list_id, person_id, action, method, channels, address, request_id)
  SELECT $1, id, list_id, $2, 'unsubscribed', 'merge', channels, address, request_id
  FROM jsonb_to_recordset($3::jsonb) AS row(id uuid, list_id uuid, channels text[], address text, request_id text) ORDER BY id`;

export const DROP = `DELETE FROM memberships WHERE workspace_id = $1 AND person_id = $2`;

/** An opt-out belongs to the person, whatever addresses they have gained. $2: the destination. */
export const ADDRESSES_LEFT = `
  SELECT m.list_id, a.address FROM memberships m
  JOIN people p ON p.workspace_id = m.workspace_id AND p.id = m.person_id
  CROSS JOIN LATERAL (VALUES (p.email, m.email_consent), (p.number, m.sms_consent)) AS a(address, consent)
  WHERE m.workspace_id = $1 AND m.person_id = $2 AND a.address IS NOT NULL
    AND consent_status(m.status, a.consent, a.address) = 'unsubscribed'
  ORDER BY 1, 2`;

/** $2: the person. */
export const FORGET = `
  DELETE FROM memberships WHERE workspace_id = $1 AND person_id = $2 RETURNING list_id, status`;
