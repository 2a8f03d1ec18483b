import { v7 } from 'uuid';

type Run = (statement: string, ...values: unknown[]) => Promise<unknown>;

/** Of whom a message is, beside its reader. */
interface MessageOf {
  list?: string;
  campaign?: string;
}

/** Accepts messages, hands them over, and opens and clicks them, as messaging does it. @param run a statement whose $1 is the workspace */
export const mailBy = (run: Run) => {
  /** The address by which a person is found. */
  const keep = (person: string) =>
    run(
      `INSERT INTO person_keys (workspace_id, kind, value, person_id)
       SELECT $1, 'email', email, id FROM people WHERE workspace_id = $1 AND id = $2 AND email IS NOT NULL ON CONFLICT DO NOTHING`,
      person,
    );
  /** Accepts a message to the address that a person has, or will have. */
  const accept = async (id: string, person: string, { list, campaign }: MessageOf) => {
    await keep(person);
    await run(
      `INSERT INTO messages (workspace_id, id, channel, lane, status, due_at, list_id, group_id, sender, recipients, content)
       VALUES ($1, $2, 'email', 'bulk', 'queued', NULL, $3, $4, '{}', jsonb_build_array(jsonb_build_object('address', $5::text)), '{}')`,
      ...[id, list ?? null, campaign ?? null, `${person}@example.com`],
    );
  };
  /** @param daysAgo when it was sent */
  const become = (id: string, status: string, daysAgo = 0) =>
    run(
      `UPDATE messages SET status = $3, ended_at = coalesce(ended_at, now() - $4 * interval '1 day') WHERE workspace_id = $1 AND id = $2`,
      ...[id, status, daysAgo],
    );
  /** @returns the id of the open or click */
  const hit = async (message: string, { kind = 'open', isMachine = false, daysAgo = 0 } = {}) => {
    const id = v7();
    await run(
      `INSERT INTO hits (workspace_id, message_id, at, id, kind, link, reason)
       VALUES ($1, $2, now() - $5 * interval '1 day', $3, $4, CASE $4 WHEN 'click' THEN 0 END, CASE WHEN $6 THEN 'user_agent' END)`,
      ...[message, id, kind, daysAgo, isMachine],
    );
    return id;
  };
  /** What is known later may make a person's hit a machine's, or take that back. */
  const judge = (hitId: string) =>
    run(
      `UPDATE hits SET reason = CASE WHEN reason IS NULL THEN 'burst' END WHERE workspace_id = $1 AND id = $2`,
      hitId,
    );
  return { keep, accept, become, hit, judge };
};
