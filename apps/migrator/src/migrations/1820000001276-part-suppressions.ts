import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets complaints stop marketing alone, unless a workspace chooses otherwise, beside a STOP that stops everything. */
export class PartSuppressions1820000001276 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE workspaces ADD COLUMN complaints_stop_all boolean NOT NULL DEFAULT false`);
    await runner.query(`ALTER TABLE suppressions ADD COLUMN stopped_at timestamptz(3)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE suppressions DROP COLUMN stopped_at`);
    await runner.query(`ALTER TABLE workspaces DROP COLUMN complaints_stop_all`);
  }
}
