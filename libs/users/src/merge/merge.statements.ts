// $1 the workspace, $2 the source, $3 the destination, unless told otherwise.

/** Every list that either is on, or was. */
export const STANDINGS = `
  SELECT coalesce(s.list_id, d.list_id) AS "listId", coalesce(s.status, 'none') AS source,
    coalesce(d.status, 'none') AS destination
  FROM (SELECT * FROM memberships WHERE workspace_id = $1 AND person_id = $2) s
  FULL JOIN (SELECT * FROM memberships WHERE workspace_id = $1 AND person_id = $3) d ON d.list_id = s.list_id
  ORDER BY 1`;

/** Whether there is an account behind the person, or one that they are a member of. $2: the source. */
export const HAS_ACCOUNTS = `
  SELECT FROM people p WHERE workspace_id = $1 AND id = $2 AND (is_account
    OR EXISTS (SELECT FROM account_members m WHERE m.workspace_id = $1 AND m.account_id = p.id)
    OR EXISTS (SELECT FROM account_members m WHERE m.workspace_id = $1 AND m.person_id = p.id))`;

/** Whoever has the uid themselves; whoever it was merged into is somebody else. */
export const FIND_SOURCE = `SELECT id FROM people WHERE workspace_id = $1 AND uid = $2`;

/** $2: ids of people. */
export const METAS = `SELECT id, meta FROM people WHERE workspace_id = $1 AND id = ANY($2::uuid[])`;

/**
 * The destination's values win. Devices are newest first, at most five, each token once. A uid that a caller gave stays,
 * whichever of the two had it.
 */
export const MERGE_ROWS = `
  UPDATE people d SET
    first_name = coalesce(d.first_name, s.first_name), last_name = coalesce(d.last_name, s.last_name),
    email = coalesce(d.email, s.email), number = coalesce(d.number, s.number), tz = coalesce(d.tz, s.tz),
    uid_updateable = d.uid_updateable AND s.uid_updateable, is_account = d.is_account OR s.is_account, meta = $4::jsonb, updated_at = now(),
    devices = (
      SELECT coalesce(jsonb_agg(device ORDER BY place), '[]') FROM (
        SELECT device, place FROM (
          SELECT DISTINCT ON (device->>'token') device, place
          FROM jsonb_array_elements(d.devices || s.devices) WITH ORDINALITY AS each(device, place)
          ORDER BY device->>'token', place) AS once
        ORDER BY place LIMIT 5) AS kept)
  FROM people s
  WHERE d.workspace_id = $1 AND d.id = $3 AND s.workspace_id = $1 AND s.id = $2`;

export const DELETE_PERSON = `DELETE FROM people WHERE workspace_id = $1 AND id = $2`;

/** The ledger of consents is append-only for everybody else. */
export const ALLOW_CHANGES_OF_CONSENTS = `SET LOCAL dundun.erasing = 'on'`;

/** Rows of the source that are the destination's from now on; members of an account can be very many, and follow later. */
export const FOLLOW = [
  `UPDATE consents SET person_id = $3 WHERE workspace_id = $1 AND person_id = $2`,
  `UPDATE confirmations SET person_id = $3 WHERE workspace_id = $1 AND person_id = $2`,
  `UPDATE merged_uids SET person_id = $3 WHERE workspace_id = $1 AND person_id = $2`,
  `UPDATE user_jobs SET to_person = $3 WHERE workspace_id = $1 AND to_person = $2`,
  `WITH gone AS (
     DELETE FROM account_members WHERE workspace_id = $1 AND person_id = $2 RETURNING account_id, role, joined_at)
   INSERT INTO account_members AS kept (workspace_id, account_id, person_id, role, joined_at)
   SELECT $1, account_id, $3::uuid, role, joined_at FROM gone WHERE account_id <> $3::uuid ORDER BY account_id
   ON CONFLICT (workspace_id, account_id, person_id) DO UPDATE SET role = coalesce(kept.role, excluded.role)`,
];

/** $2: the uid of the source. */
export const FORWARD = `
  INSERT INTO merged_uids (workspace_id, uid, person_id) VALUES ($1, $2, $3)
  ON CONFLICT (workspace_id, uid) DO UPDATE SET person_id = excluded.person_id, merged_at = now()`;

/** $2: the job. From here on what is left follows by itself, and others in line need not wait for it. */
export const NOTE_IN_JOB = `
  UPDATE user_jobs SET from_person = $3, to_person = $4, addresses = $5, in_line = false
  WHERE workspace_id = $1 AND id = $2`;

/** $4: the lists. */
export const MOVE_MEMBERSHIPS = `
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

export const DROP_MEMBERSHIPS = `DELETE FROM memberships WHERE workspace_id = $1 AND person_id = $2`;

/** An opt-out belongs to the person, whatever addresses they have got. $2: the destination. */
export const ADDRESSES_LEFT = `
  SELECT m.list_id AS "listId", a.address FROM memberships m
  JOIN people p ON p.workspace_id = m.workspace_id AND p.id = m.person_id
  CROSS JOIN LATERAL (VALUES (p.email), (p.number)) AS a(address)
  WHERE m.workspace_id = $1 AND m.person_id = $2 AND m.status = 'unsubscribed' AND a.address IS NOT NULL
  ORDER BY 1, 2`;
