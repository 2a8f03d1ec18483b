import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets people join a list on their preference page. */
export class AddPublicLists1820000001320 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE lists ADD COLUMN is_public boolean NOT NULL DEFAULT false`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE lists DROP COLUMN is_public`);
  }
}
