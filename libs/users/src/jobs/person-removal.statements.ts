// Statements without a name are planned anew: a plan made while a table was small would stay when it is not.

/** All keys of these people, also those by which an older person is found. */
const KEYS_OF = `
  SELECT kind, value FROM person_keys WHERE workspace_id = $1 AND person_id = ANY($2::uuid[])
  UNION
  SELECT kind, value FROM shared_keys WHERE workspace_id = $1 AND person_id = ANY($2::uuid[])`;

export const READ_KEYS = `
  SELECT key.kind, key.value FROM person_keys key
  WHERE key.workspace_id = $1 AND (key.kind, key.value) IN (${KEYS_OF})`;

export const LOCK_KEYS = `${READ_KEYS} ORDER BY key.workspace_id, key.kind, key.value FOR UPDATE OF key`;

export const LOCK_PEOPLE = `
  SELECT id, uid, email, number FROM people WHERE workspace_id = $1 AND id = ANY($2::uuid[]) ORDER BY id FOR UPDATE`;

export const FORGET_MEMBERSHIPS = `
  DELETE FROM memberships WHERE workspace_id = $1 AND person_id = $2 RETURNING list_id AS "listId", status`;
