import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Counts the messages of groups by the status in which they end. */
export class CountMessageGroups1820000001021 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(COUNTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE message_group_counts`);
  }
}

/** Slots spread the writers over rows. */
const COUNTS = `
CREATE TABLE message_group_counts (
  workspace_id int NOT NULL,
  group_id uuid NOT NULL,
  status text NOT NULL,
  slot smallint NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (workspace_id, group_id, status, slot)
) WITH (fillfactor = 50);`;
