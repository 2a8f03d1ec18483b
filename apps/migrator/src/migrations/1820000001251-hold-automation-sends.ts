import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keeps why the message of a run waits. It names its visit: of a run that has gone on it says nothing. */
export class HoldAutomationSends1820000001251 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE enrolments ADD COLUMN hold jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE enrolments DROP COLUMN hold');
  }
}
