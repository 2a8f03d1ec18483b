import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds groups of messages, which can be paused and stopped together (ADR 52). Messages without a group are never held up. */
export class AddMessageGroups1820000000941 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [GROUPS, MEMBERS]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of ['ALTER TABLE messages DROP COLUMN group_id', 'DROP TABLE message_groups'])
      await runner.query(statement);
  }
}

const GROUPS = `
CREATE TABLE message_groups (
  workspace_id int NOT NULL,
  id uuid NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'paused', 'stopped')),
  changed_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, id)
)`;

/** No foreign key: it would lock the row of the group for each message. */
const MEMBERS = `ALTER TABLE messages ADD COLUMN group_id uuid`;
