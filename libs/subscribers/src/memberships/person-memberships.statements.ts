// $1 the workspace, $2 the source, $3 the destination, unless stated otherwise.

/** $2: the person. */
export const IS_ON_A_LIST = `SELECT FROM memberships WHERE workspace_id = $1 AND person_id = $2 LIMIT 1`;

/** Every list that at least one of them is on, or was on. */
export const STATUSES = `
  SELECT coalesce(s.list_id, d.list_id) AS list_id, coalesce(s.status, 'none') AS source,
    coalesce(d.status, 'none') AS destination
  FROM (SELECT * FROM memberships WHERE workspace_id = $1 AND person_id = $2) s
  FULL JOIN (SELECT * FROM memberships WHERE workspace_id = $1 AND person_id = $3) d ON d.list_id = s.list_id
  ORDER BY 1`;

/** $4: the lists. */
export const MOVE = `
  UPDATE memberships SET person_id = $3 WHERE workspace_id = $1 AND person_id = $2 AND list_id = ANY($4::uuid[])`;

/** $2: the destination, $3: the lists. */
export const LEAVE = `
  UPDATE memberships SET status = 'unsubscribed', changed_at = now()
  WHERE workspace_id = $1 AND person_id = $2 AND list_id = ANY($3::uuid[])`;

/** $2: the destination, $3: rows for the ledger of consents. */
export const NOTE_LEFT = `
  INSERT INTO consents (workspace_id, id, list_id, person_id, action, method, address, request_id)
  SELECT $1, id, list_id, $2, 'unsubscribed', 'merge', address, request_id
  FROM jsonb_to_recordset($3::jsonb) AS row(id uuid, list_id uuid, address text, request_id text) ORDER BY id`;

export const DROP = `DELETE FROM memberships WHERE workspace_id = $1 AND person_id = $2`;

/** An opt-out belongs to the person, whatever addresses they have gained. $2: the destination. */
export const ADDRESSES_LEFT = `
  SELECT m.list_id, a.address FROM memberships m
  JOIN people p ON p.workspace_id = m.workspace_id AND p.id = m.person_id
  CROSS JOIN LATERAL (VALUES (p.email), (p.number)) AS a(address)
  WHERE m.workspace_id = $1 AND m.person_id = $2 AND m.status = 'unsubscribed' AND a.address IS NOT NULL
  ORDER BY 1, 2`;

/** $2: the person. */
export const FORGET = `
  DELETE FROM memberships WHERE workspace_id = $1 AND person_id = $2 RETURNING list_id, status`;
