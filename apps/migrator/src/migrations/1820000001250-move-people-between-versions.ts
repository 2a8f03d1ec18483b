import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds moves of people to another version, and the reason for which those end whose step it does not have. */
export class MovePeopleBetweenVersions1820000001250 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [MOVES, REASONS]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE automation_moves`);
  }
}

/** One row for each version to which people are moved. */
const MOVES = `
CREATE TABLE automation_moves (
  workspace_id int NOT NULL,
  automation_id uuid NOT NULL,
  version int NOT NULL,
  moved int NOT NULL DEFAULT 0,
  ended int NOT NULL DEFAULT 0,
  started_at timestamptz(3) NOT NULL DEFAULT now(),
  finished_at timestamptz(3),
  PRIMARY KEY (workspace_id, automation_id, version),
  FOREIGN KEY (workspace_id, automation_id) REFERENCES automations ON DELETE CASCADE
) WITH (fillfactor = 50);
CREATE INDEX automation_moves_open ON automation_moves (workspace_id, automation_id) WHERE finished_at IS NULL`;

const REASONS = `
ALTER TABLE enrolments
  DROP CONSTRAINT enrolments_end_reason_check,
  ADD CONSTRAINT enrolments_end_reason_check CHECK (
    end_reason IN ('done', 'goal', 'exit', 'left', 'erased', 'merged', 'removed', 'stopped', 'failed'))`;
