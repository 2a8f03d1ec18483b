// Every statement takes its rows as one JSON parameter and inserts them in the order of their key. Those that look rows up
// have no name and are planned anew: a plan made while a table was small would stay when it is not.

/** Keys that were claimed for nothing, or let go by whoever had them. */
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

/**
 * These rows are not held by the transaction. One that somebody else holds is left as it is, because waiting here
 * could be a circle; whoever holds it will see that its person has let go of it.
 */
export const RELEASE_KEYS = {
  text: `
    DELETE FROM person_keys key USING (
      SELECT k.workspace_id, k.kind, k.value
      FROM jsonb_to_recordset($1::jsonb) AS released("workspaceId" int, kind text, value text, "personId" uuid)
      JOIN person_keys k ON k.workspace_id = released."workspaceId" AND k.kind = released.kind
        AND k.value = released.value AND k.person_id = released."personId"
      FOR UPDATE OF k SKIP LOCKED) free
    WHERE key.workspace_id = free.workspace_id AND key.kind = free.kind AND key.value = free.value`,
};

export const KEEP_PEOPLE = {
  name: 'people-keep',
  text: `
    INSERT INTO people
      (workspace_id, id, uid, uid_updateable, first_name, last_name, email, number, meta, created_at)
    SELECT "workspaceId", id, uid, "uidUpdateable", "firstName", "lastName", email, number, meta, "createdAt"
    FROM jsonb_to_recordset($1::jsonb) AS person(
      "workspaceId" int, id uuid, uid text, "uidUpdateable" boolean, "firstName" text, "lastName" text,
      email text, number text, meta jsonb, "createdAt" timestamptz)
    ORDER BY 1, 2
    ON CONFLICT (workspace_id, id) DO UPDATE SET
      first_name = excluded.first_name, last_name = excluded.last_name, email = excluded.email,
      number = excluded.number, meta = excluded.meta, created_at = excluded.created_at, updated_at = now()`,
};

export const FORGET_MEMBERSHIPS = {
  text: `
    DELETE FROM memberships m
    USING jsonb_to_recordset($1::jsonb) AS gone("workspaceId" int, "listId" uuid, "personId" uuid)
    WHERE m.workspace_id = gone."workspaceId" AND m.list_id = gone."listId" AND m.person_id = gone."personId"`,
};

export const KEEP_MEMBERSHIPS = {
  name: 'memberships-keep',
  text: `
    INSERT INTO memberships AS m (workspace_id, list_id, person_id, status, confirmed_at)
    SELECT "workspaceId", "listId", "personId", status, CASE WHEN confirmed THEN now() END
    FROM jsonb_to_recordset($1::jsonb) AS kept(
      "workspaceId" int, "listId" uuid, "personId" uuid, status text, confirmed boolean)
    ORDER BY 1, 2, 3
    ON CONFLICT (workspace_id, list_id, person_id) DO UPDATE SET
      status = excluded.status, confirmed_at = coalesce(excluded.confirmed_at, m.confirmed_at), changed_at = now()`,
};

export const ADD_CONFIRMATIONS = {
  name: 'confirmations-add',
  text: `
    INSERT INTO confirmations (workspace_id, token_hash, list_id, person_id, address, sent, expires_at)
    SELECT "workspaceId", decode("tokenHash", 'hex'), "listId", "personId", address, sent, now() + interval '7 days'
    FROM jsonb_to_recordset($1::jsonb) AS asked(
      "workspaceId" int, "tokenHash" text, "listId" uuid, "personId" uuid, address text, sent boolean)`,
};

export const USE_CONFIRMATIONS = {
  text: `
    UPDATE confirmations c SET used_at = now()
    FROM jsonb_to_recordset($1::jsonb) AS used("tokenHash" text) WHERE c.token_hash = decode(used."tokenHash", 'hex')`,
};

/** Lists that these people have left, with the addresses that they have now. */
export const LISTS_LEFT = `
  SELECT m.workspace_id AS "workspaceId", m.list_id AS "listId", p.email, p.number
  FROM jsonb_to_recordset($1::jsonb) AS moved("workspaceId" int, id uuid)
  JOIN people p ON p.workspace_id = moved."workspaceId" AND p.id = moved.id
  JOIN memberships m ON m.workspace_id = p.workspace_id AND m.person_id = p.id
  WHERE m.status = 'unsubscribed'`;

export interface LeftList extends Record<string, unknown> {
  workspaceId: number;
  listId: string;
  email: string | null;
  number: string | null;
}
