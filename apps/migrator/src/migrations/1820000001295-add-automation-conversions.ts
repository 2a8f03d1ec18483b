import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds what automations are for. */
export class AddAutomationConversions1820000001295 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE automations ADD COLUMN conversion jsonb`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE automations DROP COLUMN conversion`);
  }
}
