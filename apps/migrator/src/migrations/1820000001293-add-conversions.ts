import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds goals of campaigns and automations, and the events that count for them. */
export class AddConversions1820000001293 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [GOALS, CONVERSIONS, COUNTS]) await runner.query(statement);
    await runner.query(`ALTER TABLE campaigns ADD COLUMN conversion jsonb`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE campaigns DROP COLUMN conversion`);
    await runner.query(
      `DROP TABLE conversion_hours, conversion_counts, conversions, conversion_positions, conversion_goals`,
    );
  }
}

/** The goal of a group of messages. A workspace has a position from its first goal on, and is followed from there. */
const GOALS = `
CREATE TABLE conversion_goals (
  workspace_id int NOT NULL,
  group_id uuid NOT NULL,
  owner_id uuid NOT NULL,
  goal jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, group_id)
);
CREATE TABLE conversion_positions (
  workspace_id int NOT NULL PRIMARY KEY,
  xid xid8 NOT NULL DEFAULT pg_snapshot_xmin(pg_current_snapshot()),
  id uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000'
) WITH (fillfactor = 50);`;

/** An event counts once in a workspace. What was taken back does not count, and has a negative amount. */
const CONVERSIONS = `
CREATE TABLE conversions (
  workspace_id int NOT NULL,
  event_id uuid NOT NULL,
  owner_id uuid NOT NULL,
  message_id uuid NOT NULL,
  content_id uuid,
  person_id uuid NOT NULL,
  at timestamptz(3) NOT NULL,
  amount numeric(20, 6),
  currency text NOT NULL,
  order_key text,
  counts boolean NOT NULL,
  PRIMARY KEY (workspace_id, event_id)
);
CREATE INDEX conversions_person ON conversions (workspace_id, person_id, owner_id);
CREATE INDEX conversions_message ON conversions (workspace_id, message_id);`;

/** Sums of an owner, and of each of its contents; the content of no bits is all of them. Changed only under the lock of the position. */
const COUNTS = `
CREATE TABLE conversion_counts (
  workspace_id int NOT NULL,
  owner_id uuid NOT NULL,
  content_id uuid NOT NULL,
  what text NOT NULL CHECK (what IN ('people', 'conversions', 'revenue')),
  currency text NOT NULL,
  count numeric NOT NULL,
  PRIMARY KEY (workspace_id, owner_id, content_id, what, currency)
) WITH (fillfactor = 50);
CREATE TABLE conversion_hours (
  workspace_id int NOT NULL,
  owner_id uuid NOT NULL,
  hour timestamptz NOT NULL,
  what text NOT NULL CHECK (what IN ('conversions', 'revenue')),
  currency text NOT NULL,
  count numeric NOT NULL,
  PRIMARY KEY (workspace_id, owner_id, hour, what, currency)
) WITH (fillfactor = 50);`;
