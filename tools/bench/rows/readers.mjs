// Readers of campaigns and automations, and mails like theirs.

const PIECE = 20_000;

/** Marketing mail starts only in a workspace that says who it is. */
export const INTRODUCE = `UPDATE workspaces SET sender_name = 'Bench', postal_address = '1 Broad Street, Lagos' WHERE id = 1`;

/** $1 and $2: the first and the last. */
export const PEOPLE = `
  INSERT INTO people (workspace_id, id, uid, uid_updateable, email)
  SELECT 1, uuidv7(interval '-1 day' + n * interval '1 ms'), 'c-' || n, false, 'reader-' || n || '@readers.test'
  FROM generate_series($1::int, $2::int) AS n`;

const LIST = `INSERT INTO lists (workspace_id, id, title) VALUES (1, gen_random_uuid(), 'Readers') RETURNING id`;
const MEMBERS = `
  INSERT INTO memberships (workspace_id, list_id, person_id, status)
  SELECT 1, $1, id, 'subscribed' FROM people
  WHERE workspace_id = 1 AND uid = ANY(SELECT 'c-' || n FROM generate_series($2::int, $3::int) AS n)`;
const LATEST = `SELECT id FROM messages WHERE workspace_id = 1 AND list_id IS NOT NULL ORDER BY created_at DESC LIMIT 1`;
const STORED = `
  INSERT INTO messages (workspace_id, id, channel, lane, list_id, sender, recipients, content)
  SELECT 1, uuidv7(), 'email', 'bulk', m.list_id, m.sender, jsonb_build_array(jsonb_build_object(
    'address', 'reader-' || number || '@readers.test', 'name', NULL, 'kind', 'to', 'status', 'queued', 'detail', NULL)), m.content
  FROM (SELECT * FROM messages WHERE workspace_id = 1 AND id = $1 OFFSET 0) AS m CROSS JOIN generate_series(1, $2::int) AS number`;

/** @returns the id of a list that the first people are on */
export async function aListOf(query, people) {
  const [{ id }] = await query(LIST);
  for (let done = 0; done < people; done += PIECE) await query(MEMBERS, [id, done + 1, Math.min(done + PIECE, people)]);
  return id;
}

/** Takes the latest mail of a list as a pattern. @returns what stores mails of the same list, sender, content and variables */
export async function storedAgain(query) {
  const [{ id }] = await query(LATEST);
  return (count) => query(STORED, [id, count]);
}
