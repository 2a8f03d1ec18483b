import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds labels of segments, and how many members they had day by day. */
export class AddSegmentDays1820000001010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [LABELS, DAYS]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of ['DROP TABLE segment_days', 'ALTER TABLE segments DROP COLUMN labels'])
      await runner.query(statement);
  }
}

const LABELS = `ALTER TABLE segments ADD COLUMN labels text[] NOT NULL DEFAULT '{}';`;

/** A row for each day in UTC on which members changed: how many there were after the last change. */
const DAYS = `
CREATE TABLE segment_days (
  workspace_id int NOT NULL,
  segment_id uuid NOT NULL,
  day date NOT NULL,
  members bigint NOT NULL,
  entered bigint NOT NULL,
  gone bigint NOT NULL,
  PRIMARY KEY (workspace_id, segment_id, day),
  FOREIGN KEY (workspace_id, segment_id) REFERENCES segments ON DELETE CASCADE
) WITH (fillfactor = 50);`;
