// Each statement takes its rows as one JSON parameter and inserts them in key order. Statements that look rows up have no
// name and are planned each time: a plan made while a table was small would outlive that.

/** Keys without a holder: claimed for nothing, or released by the last one. */
export const DROP_KEYS = {
  text: `
    DELETE FROM person_keys key
    USING jsonb_to_recordset($1::jsonb) AS unheld("workspaceId" int, kind text, value text)
    WHERE key.workspace_id = unheld."workspaceId" AND key.kind = unheld.kind AND key.value = unheld.value`,
};

export const PASS_ON_KEYS = {
  text: `
    UPDATE person_keys key SET person_id = claim."holderId"
    FROM jsonb_to_recordset($1::jsonb) AS claim("workspaceId" int, kind text, value text, "holderId" uuid)
    WHERE key.workspace_id = claim."workspaceId" AND key.kind = claim.kind AND key.value = claim.value`,
};

/** People who share a key with an older person. The row of the key is locked, so no other transaction writes these. */
export const FORGET_SHARERS = {
  text: `
    DELETE FROM shared_keys s
    USING jsonb_to_recordset($1::jsonb) AS claim("workspaceId" int, kind text, value text)
    WHERE s.workspace_id = claim."workspaceId" AND s.kind = claim.kind AND s.value = claim.value`,
};

export const KEEP_SHARERS = {
  text: `
    INSERT INTO shared_keys (workspace_id, kind, value, person_id)
    SELECT "workspaceId", kind, value, "personId"
    FROM jsonb_to_recordset($1::jsonb) AS shared("workspaceId" int, kind text, value text, "personId" uuid)
    ORDER BY 1, 2, 3, 4
    ON CONFLICT DO NOTHING`,
};

/** Runs before RELEASE_KEYS: it waits for a transaction that makes one of these people the holder, and RELEASE_KEYS sees the result. */
export const UNSHARE_KEYS = {
  text: `
    DELETE FROM shared_keys s
    USING jsonb_to_recordset($1::jsonb) AS released("workspaceId" int, kind text, value text, "personId" uuid)
    WHERE s.workspace_id = released."workspaceId" AND s.kind = released.kind AND s.value = released.value
      AND s.person_id = released."personId"`,
};

/**
 * Passes each key to the oldest person who shares it, or drops it. The transaction has not locked these rows. A row that
 * another transaction has locked is skipped, because waiting could deadlock; that transaction sees that the person has
 * released the key.
 */
export const RELEASE_KEYS = {
  text: `
    WITH free AS MATERIALIZED (
      SELECT k.workspace_id, k.kind, k.value
      FROM jsonb_to_recordset($1::jsonb) AS released("workspaceId" int, kind text, value text, "personId" uuid)
      JOIN person_keys k ON k.workspace_id = released."workspaceId" AND k.kind = released.kind
        AND k.value = released.value AND k.person_id = released."personId"
      FOR UPDATE OF k SKIP LOCKED),
    heirs AS MATERIALIZED (
      SELECT free.*, heir.person_id FROM free CROSS JOIN LATERAL (
        SELECT s.person_id FROM shared_keys s
        WHERE s.workspace_id = free.workspace_id AND s.kind = free.kind AND s.value = free.value
        ORDER BY s.person_id LIMIT 1 FOR UPDATE SKIP LOCKED) heir),
    passed AS (
      UPDATE person_keys key SET person_id = heirs.person_id FROM heirs
      WHERE key.workspace_id = heirs.workspace_id AND key.kind = heirs.kind AND key.value = heirs.value),
    unshared AS (
      DELETE FROM shared_keys s USING heirs
      WHERE s.workspace_id = heirs.workspace_id AND s.kind = heirs.kind AND s.value = heirs.value
        AND s.person_id = heirs.person_id)
    DELETE FROM person_keys key USING free
    WHERE key.workspace_id = free.workspace_id AND key.kind = free.kind AND key.value = free.value
      AND NOT EXISTS (
        SELECT FROM heirs WHERE heirs.workspace_id = free.workspace_id AND heirs.kind = free.kind AND heirs.value = free.value)`,
};

/** Known people are locked already. New ones are inserted in uid order, because a concurrent transaction may insert the same uids. */
export const KEEP_PEOPLE = {
  name: 'people-keep',
  text: `
    INSERT INTO people
      (workspace_id, id, uid, uid_updateable, first_name, last_name, email, number, tz, is_account, devices, meta, created_at)
    SELECT "workspaceId", id, uid, "uidUpdateable", "firstName", "lastName", email, number, tz, "isAccount", devices, meta,
      "createdAt"
    FROM jsonb_to_recordset($1::jsonb) AS person(
      "workspaceId" int, id uuid, uid text, "uidUpdateable" boolean, "firstName" text, "lastName" text,
      email text, number text, tz text, "isAccount" boolean, devices jsonb, meta jsonb, "createdAt" timestamptz)
    ORDER BY 1, 3
    ON CONFLICT (workspace_id, id) DO UPDATE SET
      uid = excluded.uid, uid_updateable = excluded.uid_updateable, first_name = excluded.first_name,
      last_name = excluded.last_name, email = excluded.email, number = excluded.number, tz = excluded.tz,
      is_account = excluded.is_account, devices = excluded.devices, meta = excluded.meta,
      created_at = excluded.created_at, updated_at = now()`,
};

/** A generated uid keeps leading to its person after the caller's own uid replaced it, and so does a handle. */
export const KEEP_ALIASES = {
  text: `
    INSERT INTO merged_uids (workspace_id, uid, person_id, is_rename)
    SELECT "workspaceId", uid, "personId", true
    FROM jsonb_to_recordset($1::jsonb) AS renamed("workspaceId" int, uid text, "personId" uuid)
    ORDER BY 1, 2
    ON CONFLICT (workspace_id, uid) DO UPDATE SET person_id = excluded.person_id, merged_at = now()`,
};

export const REMOVE_MEMBERS = {
  text: `
    DELETE FROM account_members a
    USING jsonb_to_recordset($1::jsonb) AS gone("workspaceId" int, "accountId" uuid, "personId" uuid)
    WHERE a.workspace_id = gone."workspaceId" AND a.account_id = gone."accountId" AND a.person_id = gone."personId"`,
};

/** A member without a given role keeps the stored one. */
export const ADD_MEMBERS = { text: membersInto('NOTHING') };
export const KEEP_MEMBERS = { text: membersInto('UPDATE SET role = excluded.role') };

function membersInto(onConflict: string): string {
  return `
    INSERT INTO account_members (workspace_id, account_id, person_id, role)
    SELECT "workspaceId", "accountId", "personId", role
    FROM jsonb_to_recordset($1::jsonb) AS kept("workspaceId" int, "accountId" uuid, "personId" uuid, role text)
    ORDER BY 1, 2, 3
    ON CONFLICT (workspace_id, account_id, person_id) DO ${onConflict}`;
}
