// $1 the workspace, $2 the person who goes, $3 the person who takes their place.

/** Whether the person is an account or a member of one. */
export const HAS_ACCOUNTS = `
  SELECT FROM people p WHERE workspace_id = $1 AND id = $2 AND (is_account
    OR EXISTS (SELECT FROM account_members m WHERE m.workspace_id = $1 AND m.account_id = p.id)
    OR EXISTS (SELECT FROM account_members m WHERE m.workspace_id = $1 AND m.person_id = p.id))`;

/** $2: the uid of the person who goes. */
export const FORWARD = `
  INSERT INTO merged_uids (workspace_id, uid, person_id) VALUES ($1, $2, $3)
  ON CONFLICT (workspace_id, uid) DO UPDATE SET person_id = excluded.person_id, merged_at = now()`;

/** $2: ids of people. */
export const METAS = `SELECT id, meta FROM people WHERE workspace_id = $1 AND id = ANY($2::uuid[])`;

/**
 * The destination's values win, a refusal of either, and the later end of a pause; $4 holds the merged attributes. Devices are newest first, each token once, verified if one of
 * the two has it so, at most five of either kind. A uid that a caller gave is kept, whichever of the two had it.
 */
export const MERGE_ROWS = `
  UPDATE people d SET
    first_name = coalesce(d.first_name, s.first_name), last_name = coalesce(d.last_name, s.last_name),
    email = coalesce(d.email, s.email), number = coalesce(d.number, s.number), tz = coalesce(d.tz, s.tz),
    tracking_refused_at = least(d.tracking_refused_at, s.tracking_refused_at),
    marketing_paused_until = greatest(d.marketing_paused_until, s.marketing_paused_until),
    uid_updateable = d.uid_updateable AND s.uid_updateable, is_account = d.is_account OR s.is_account, meta = $4::jsonb, updated_at = now(),
    devices = (
      SELECT coalesce(jsonb_agg(device ORDER BY device ? 'verified', place), '[]') FROM (
        SELECT device, place, row_number() OVER (PARTITION BY device ? 'verified' ORDER BY place) AS nth FROM (
          SELECT DISTINCT ON (device->>'token') device, place
          FROM jsonb_array_elements(d.devices || s.devices) WITH ORDINALITY AS each(device, place)
          ORDER BY device->>'token', device ? 'verified', place) AS once) AS kept
      WHERE nth <= 5)
  FROM people s
  WHERE d.workspace_id = $1 AND d.id = $3 AND s.workspace_id = $1 AND s.id = $2`;

export const DELETE_PERSON = `DELETE FROM people WHERE workspace_id = $1 AND id = $2`;

export const MOVE_UIDS = `UPDATE merged_uids SET person_id = $3 WHERE workspace_id = $1 AND person_id = $2`;

export const FORGET_UIDS = `DELETE FROM merged_uids WHERE workspace_id = $1 AND person_id = $2`;

/** The accounts of the person. Their own members can be very many, and follow in chunks. */
export const MOVE_ACCOUNTS = `
  WITH gone AS (
    DELETE FROM account_members WHERE workspace_id = $1 AND person_id = $2 RETURNING account_id, role, joined_at)
  INSERT INTO account_members AS kept (workspace_id, account_id, person_id, role, joined_at)
  SELECT $1, account_id, $3::uuid, role, joined_at FROM gone WHERE account_id <> $3::uuid ORDER BY account_id
  ON CONFLICT (workspace_id, account_id, person_id) DO UPDATE SET role = coalesce(kept.role, excluded.role)`;

export const LEAVE_ACCOUNTS = `DELETE FROM account_members WHERE workspace_id = $1 AND person_id = $2`;

const CHUNK = 1_000;

/**
 * Moves members of an account. Locked rows are left for the next sweep, because their transaction may wait for the job. No
 * person becomes a member of their own account.
 */
export const MOVE_MEMBERS = `
  WITH chunk AS MATERIALIZED (
    SELECT person_id FROM account_members WHERE workspace_id = $1 AND account_id = $2
    LIMIT ${CHUNK} FOR UPDATE SKIP LOCKED),
  gone AS (
    DELETE FROM account_members m USING chunk
    WHERE m.workspace_id = $1 AND m.account_id = $2 AND m.person_id = chunk.person_id
    RETURNING m.person_id, m.role, m.joined_at),
  moved AS (
    INSERT INTO account_members AS kept (workspace_id, account_id, person_id, role, joined_at)
    SELECT $1, $3::uuid, person_id, role, joined_at FROM gone WHERE person_id <> $3::uuid ORDER BY person_id
    ON CONFLICT (workspace_id, account_id, person_id) DO UPDATE SET role = coalesce(kept.role, excluded.role))
  SELECT count(*)::int AS count FROM gone`;

/** Covers accounts of the person too, in case one was joined at the last moment. */
export const ERASE_MEMBERS = `
  WITH chunk AS MATERIALIZED (
    SELECT account_id, person_id FROM account_members
    WHERE workspace_id = $1 AND (account_id = $2 OR person_id = $2) LIMIT ${CHUNK} FOR UPDATE SKIP LOCKED)
  DELETE FROM account_members m USING chunk
  WHERE m.workspace_id = $1 AND m.account_id = chunk.account_id AND m.person_id = chunk.person_id`;
