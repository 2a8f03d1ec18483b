import { Inject, Injectable } from '@nestjs/common';
import type { MessageChannel } from '@dundun/domain';
import { Database } from '@dundun/platform/database';

/**
 * Takes messages from the budget of each person, if day and week have room for one more than those that are promised. The row of a
 * person is locked and read again before it is judged, so any number of callers together never take more than the cap. A caller whose
 * transaction began before midnight never goes back to the day before.
 */
const TAKE = `
  INSERT INTO contact_budgets AS b (workspace_id, person_id, channel, day, day_used, week, week_used)
  SELECT $1, person_id, $2, (now() AT TIME ZONE w.time_zone)::date, $6::int, date_trunc('week', now() AT TIME ZONE w.time_zone)::date,
    $6::int
  FROM jsonb_array_elements_text($3::jsonb) AS given, LATERAL (SELECT given::uuid AS person_id) AS each,
    (SELECT time_zone FROM workspaces WHERE id = $1) AS w
  ORDER BY person_id
  ON CONFLICT (workspace_id, person_id, channel) DO UPDATE SET
    day = greatest(b.day, excluded.day), day_used = CASE WHEN b.day >= excluded.day THEN b.day_used ELSE 0 END + $6::int,
    week = greatest(b.week, excluded.week), week_used = CASE WHEN b.week >= excluded.week THEN b.week_used ELSE 0 END + $6::int
    WHERE ($4::int IS NULL OR CASE WHEN b.day >= excluded.day THEN b.day_used ELSE 0 END + $7::int < $4)
      AND ($5::int IS NULL OR CASE WHEN b.week >= excluded.week THEN b.week_used ELSE 0 END + $7::int < $5)
  RETURNING person_id`;

/**
 * Gives back what messages took that ended without a hand-over, on the day and in the week in which they were accepted. Rows
 * are locked in the order of people, as those who take lock them.
 */
const REFUND = `
  WITH noted AS (
    DELETE FROM contact_refunds r USING (
      SELECT workspace_id, message_id FROM contact_refunds ORDER BY workspace_id, message_id LIMIT $1 FOR UPDATE SKIP LOCKED) AS due
    WHERE r.workspace_id = due.workspace_id AND r.message_id = due.message_id
    RETURNING r.workspace_id, r.message_id),
  reached AS MATERIALIZED (
    SELECT DISTINCT m.workspace_id, m.id, k.person_id, m.channel, (m.created_at AT TIME ZONE w.time_zone)::date AS day,
      date_trunc('week', m.created_at AT TIME ZONE w.time_zone)::date AS week
    FROM noted
    JOIN LATERAL (
      SELECT * FROM messages m WHERE m.workspace_id = noted.workspace_id AND m.id = noted.message_id OFFSET 0) AS m ON true
    JOIN workspaces w ON w.id = m.workspace_id
    CROSS JOIN LATERAL (
      SELECT left(lower(coalesce(each->>'key', each->>'address')), 500) AS address
      FROM jsonb_path_query(m.recipients, 'lax $[*] ? (@.address.type() == "string")') AS each) AS r
    CROSS JOIN LATERAL (
      SELECT key.person_id FROM person_keys key
      WHERE key.workspace_id = m.workspace_id AND key.kind = CASE m.channel WHEN 'sms' THEN 'number' ELSE 'email' END
        AND key.value = r.address
      LIMIT 1) AS k),
  back AS MATERIALIZED (
    SELECT workspace_id, person_id, channel, day, week, count(*)::int AS count FROM reached GROUP BY 1, 2, 3, 4, 5),
  held AS MATERIALIZED (
    SELECT b.workspace_id, b.person_id, b.channel FROM contact_budgets b
    WHERE (b.workspace_id, b.person_id, b.channel) IN (SELECT workspace_id, person_id, channel FROM back)
    ORDER BY 1, 2, 3 FOR UPDATE),
  sums AS (
    SELECT h.workspace_id, h.person_id, h.channel, back.day, back.week, back.count
    FROM held h JOIN back ON back.workspace_id = h.workspace_id AND back.person_id = h.person_id AND back.channel = h.channel),
  given_back AS (
    UPDATE contact_budgets b SET
      day_used = greatest(0, b.day_used - (SELECT coalesce(sum(count), 0) FROM sums s WHERE s.workspace_id = b.workspace_id
        AND s.person_id = b.person_id AND s.channel = b.channel AND s.day = b.day)::int),
      week_used = greatest(0, b.week_used - (SELECT coalesce(sum(count), 0) FROM sums s WHERE s.workspace_id = b.workspace_id
        AND s.person_id = b.person_id AND s.channel = b.channel AND s.week = b.week)::int)
    FROM held h WHERE b.workspace_id = h.workspace_id AND b.person_id = h.person_id AND b.channel = h.channel)
  SELECT count(*)::int AS count FROM noted`;

/** The week that is spent holds longer than the day. What is promised counts, as it did when the cap was judged. */
const SPENT = `
  SELECT b.person_id, s.per, CASE s.per WHEN 'week' THEN $5::int ELSE $4::int END AS limit,
    (CASE s.per WHEN 'week' THEN b.week + 7 ELSE b.day + 1 END)::timestamp AT TIME ZONE w.time_zone AS until
  FROM (SELECT time_zone, date_trunc('week', now() AT TIME ZONE time_zone)::date AS week FROM workspaces WHERE id = $1) AS w
  CROSS JOIN (SELECT DISTINCT unnest($3::uuid[]) AS person_id) AS named
  CROSS JOIN LATERAL (
    SELECT * FROM contact_budgets b WHERE b.workspace_id = $1 AND b.person_id = named.person_id AND b.channel = $2 OFFSET 0) AS b
  CROSS JOIN LATERAL (SELECT CASE WHEN b.week >= w.week AND b.week_used + $6::int >= $5::int THEN 'week' ELSE 'day' END AS per) AS s`;

const CAPS = `
  SELECT email_day_cap, email_week_cap, sms_day_cap, sms_week_cap FROM workspaces WHERE id = $1 AND caps_since IS NOT NULL`;

interface CapsRow extends Record<string, unknown> {
  email_day_cap: number | null;
  email_week_cap: number | null;
  sms_day_cap: number | null;
  sms_week_cap: number | null;
}

/** A cap that is used up, and when a new day or week begins. */
export interface SpentBudget extends Record<string, unknown> {
  limit: number;
  per: 'day' | 'week';
  until: Date;
}

/** Keeps marketing to people within the caps of their workspace. Each method joins the open transaction. */
@Injectable()
export class ContactBudgets {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Takes a message to each of the people from their budgets. @returns those who may get it */
  take(workspaceId: number, channel: MessageChannel, people: readonly string[]): Promise<Set<string>> {
    return this.change(workspaceId, channel, people, { by: 1, promised: 0 });
  }

  /**
   * Locks the budgets of people until the open transaction ends. A message that is made in it counts by itself.
   * @param promised messages to each of them that the transaction is about to make already
   * @returns those whose budget has room for one more
   */
  promise(
    workspaceId: number,
    channel: MessageChannel,
    people: readonly string[],
    promised: number,
  ): Promise<Set<string>> {
    return this.change(workspaceId, channel, people, { by: 0, promised });
  }

  private async change(
    workspaceId: number,
    channel: MessageChannel,
    people: readonly string[],
    { by, promised }: { by: number; promised: number },
  ): Promise<Set<string>> {
    const caps = await this.caps(workspaceId, channel, people);
    if (!caps) return new Set(people);
    const values = [workspaceId, channel, JSON.stringify(people), ...caps, by, promised];
    const rows = await this.database.query<{ person_id: string }>(TAKE, values);
    return new Set(rows.map(({ person_id }) => person_id));
  }

  /**
   * Returns what is used up of those from whose budgets nothing could be taken, by person.
   * @param promised messages to each of them that the open transaction is about to make already
   */
  async spent(
    workspaceId: number,
    channel: MessageChannel,
    people: readonly string[],
    promised: number,
  ): Promise<Map<string, SpentBudget>> {
    const caps = await this.caps(workspaceId, channel, people);
    if (!caps) return new Map();
    const values = [workspaceId, channel, people, ...caps, promised];
    const rows = await this.database.query<SpentBudget & { person_id: string }>(SPENT, values);
    return new Map(rows.map((row) => [row.person_id, row]));
  }

  /** Returns the caps by day and by week; nothing in a workspace without any. */
  private async caps(workspaceId: number, channel: MessageChannel, people: readonly string[]) {
    const [caps] = people.length > 0 ? await this.database.query<CapsRow>(CAPS, [workspaceId]) : [];
    return caps && ([caps[`${channel}_day_cap`], caps[`${channel}_week_cap`]] as const);
  }

  /** Gives back what messages took that ended without a hand-over. @returns how many were looked at */
  async refund(most: number): Promise<number> {
    const [row] = await this.database.query<{ count: number }>(REFUND, [most]);
    return row?.count ?? 0;
  }
}
