import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Counts how often marketing reaches people, and keeps it below the caps of a workspace. */
export class AddContactBudgets1820000001272 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [WORKSPACES, SINCE, BUDGETS, REFUNDS, SPEND, REFUND]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of BACK) await runner.query(statement);
  }
}

/** Messages count from caps_since on: since then some channel has had a cap. */
const WORKSPACES = `
ALTER TABLE workspaces
  ADD COLUMN email_day_cap int CHECK (email_day_cap > 0),
  ADD COLUMN email_week_cap int CHECK (email_week_cap > 0),
  ADD COLUMN sms_day_cap int CHECK (sms_day_cap > 0),
  ADD COLUMN sms_week_cap int CHECK (sms_week_cap > 0),
  ADD COLUMN caps_since timestamptz(3)`;

const SINCE = `
CREATE FUNCTION note_caps_since() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.caps_since := CASE
    WHEN num_nonnulls(NEW.email_day_cap, NEW.email_week_cap, NEW.sms_day_cap, NEW.sms_week_cap) > 0
    THEN coalesce(OLD.caps_since, now()) END;
  RETURN NEW;
END $$;
CREATE TRIGGER workspaces_note_caps_since BEFORE UPDATE OF email_day_cap, email_week_cap, sms_day_cap, sms_week_cap ON workspaces
  FOR EACH ROW EXECUTE FUNCTION note_caps_since();`;

/** One row for each person and channel, however long it is used: a new day or week begins its count anew. */
const BUDGETS = `
CREATE TABLE contact_budgets (
  workspace_id int NOT NULL,
  person_id uuid NOT NULL,
  channel text NOT NULL CHECK (channel IN ('email', 'sms')),
  day date NOT NULL,
  day_used int NOT NULL,
  week date NOT NULL,
  week_used int NOT NULL,
  PRIMARY KEY (workspace_id, person_id, channel)
) WITH (fillfactor = 70);`;

/** Messages that ended without a hand-over. A worker gives them back in the order of people, as others take: no deadlocks. */
const REFUNDS = `
CREATE TABLE contact_refunds (
  workspace_id int NOT NULL,
  message_id uuid NOT NULL,
  PRIMARY KEY (workspace_id, message_id)
) WITH (autovacuum_vacuum_scale_factor = 0.02);`;

/**
 * Counts messages of lists that nobody asked the caps for: sends of the API and of automations. Campaigns have taken theirs
 * before. Without a cap it looks at the workspaces of the messages and nothing else.
 */
const SPEND = `
CREATE FUNCTION spend_contact_budgets() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off SET jit = off AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM added m WHERE m.list_id IS NOT NULL AND EXISTS (
      SELECT FROM workspaces w WHERE w.id = m.workspace_id AND w.caps_since IS NOT NULL)) THEN
    RETURN NULL;
  END IF;
  INSERT INTO contact_budgets AS b (workspace_id, person_id, channel, day, day_used, week, week_used)
  SELECT m.workspace_id, k.person_id, m.channel, (now() AT TIME ZONE w.time_zone)::date, count(*),
    date_trunc('week', now() AT TIME ZONE w.time_zone)::date, count(*)
  FROM added m
  JOIN workspaces w ON w.id = m.workspace_id AND w.caps_since IS NOT NULL
  CROSS JOIN LATERAL (
    SELECT DISTINCT left(lower(coalesce(each->>'key', each->>'address')), 500) AS address
    FROM jsonb_path_query(m.recipients, 'lax $[*] ? (@.address.type() == "string")') AS each) AS r
  CROSS JOIN LATERAL (
    SELECT key.person_id FROM person_keys key
    WHERE key.workspace_id = m.workspace_id AND key.kind = CASE m.channel WHEN 'sms' THEN 'number' ELSE 'email' END
      AND key.value = r.address
    LIMIT 1) AS k
  WHERE m.list_id IS NOT NULL AND NOT EXISTS (
    SELECT FROM campaigns c WHERE c.workspace_id = m.workspace_id AND c.id = m.group_id OFFSET 0)
  GROUP BY m.workspace_id, k.person_id, m.channel, w.time_zone
  ORDER BY m.workspace_id, k.person_id, m.channel
  ON CONFLICT (workspace_id, person_id, channel) DO UPDATE SET
    day = greatest(b.day, excluded.day), day_used = CASE WHEN b.day >= excluded.day THEN b.day_used ELSE 0 END + excluded.day_used,
    week = greatest(b.week, excluded.week), week_used = CASE WHEN b.week >= excluded.week THEN b.week_used ELSE 0 END + excluded.week_used;
  RETURN NULL;
END $$;
CREATE TRIGGER messages_spend_contact_budgets AFTER INSERT ON messages
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION spend_contact_budgets();`;

const REFUND = `
CREATE FUNCTION note_contact_refund() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off SET jit = off AS $$
BEGIN
  INSERT INTO contact_refunds (workspace_id, message_id)
  SELECT NEW.workspace_id, NEW.id FROM workspaces w WHERE w.id = NEW.workspace_id AND w.caps_since <= NEW.created_at
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER messages_note_contact_refund AFTER UPDATE ON messages FOR EACH ROW
  WHEN (OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL AND NEW.list_id IS NOT NULL
    AND NEW.status IN ('failed', 'suppressed', 'canceled'))
  EXECUTE FUNCTION note_contact_refund();`;

const BACK = [
  'DROP TRIGGER messages_note_contact_refund ON messages',
  'DROP TRIGGER messages_spend_contact_budgets ON messages',
  'DROP FUNCTION note_contact_refund()',
  'DROP FUNCTION spend_contact_budgets()',
  'DROP TABLE contact_refunds, contact_budgets',
  'DROP TRIGGER workspaces_note_caps_since ON workspaces',
  'DROP FUNCTION note_caps_since()',
  `ALTER TABLE workspaces DROP COLUMN email_day_cap, DROP COLUMN email_week_cap, DROP COLUMN sms_day_cap,
     DROP COLUMN sms_week_cap, DROP COLUMN caps_since`,
];
