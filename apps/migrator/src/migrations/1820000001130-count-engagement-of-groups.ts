import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Counts the messages of groups that were opened and clicked. */
export class CountEngagementOfGroups1820000001130 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [MESSAGES, COUNTS]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['message_group_engagement', 'message_engagement']) await runner.query(`DROP TABLE ${table}`);
  }
}

/** As far as a message is counted, so that what turns out otherwise is counted again: 0 none, 1 machines only, 2 a person. */
const MESSAGES = `
CREATE TABLE message_engagement (
  workspace_id int NOT NULL,
  message_id uuid NOT NULL,
  opened smallint NOT NULL CHECK (opened BETWEEN 0 AND 2),
  clicked smallint NOT NULL CHECK (clicked BETWEEN 0 AND 2),
  at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, message_id)
) WITH (fillfactor = 90);
CREATE INDEX message_engagement_age ON message_engagement USING brin (at);`;

const COUNTS = `
CREATE TABLE message_group_engagement (
  workspace_id int NOT NULL,
  group_id uuid NOT NULL,
  what text NOT NULL CHECK (what IN ('opened', 'opened_by_machine', 'clicked', 'clicked_by_machine')),
  count bigint NOT NULL,
  PRIMARY KEY (workspace_id, group_id, what)
) WITH (fillfactor = 50);`;
