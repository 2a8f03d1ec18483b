import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds when a key was last used, and whether its secret was given to anybody. */
export class AddKeyUse1820000000960 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE api_keys
        ADD COLUMN last_used_at timestamptz(3),
        ADD COLUMN has_secret boolean NOT NULL DEFAULT true`);
    await runner.query("UPDATE api_keys SET has_secret = false WHERE kind = 'browser'");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE api_keys DROP COLUMN last_used_at, DROP COLUMN has_secret');
  }
}
