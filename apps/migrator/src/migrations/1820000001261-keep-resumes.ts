import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Runs that a pause put aside keep when they were due; the end of the pause is known of the automation. */
export class KeepResumes1820000001261 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE automations ADD COLUMN resumed_at timestamptz(3)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE automations DROP COLUMN resumed_at');
  }
}
