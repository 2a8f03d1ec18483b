import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds what a provider's test could not check, and the first failed call of an account since its last success. */
export class AddProviderChecks1820000000700 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE integrations ADD COLUMN unchecked text, ADD COLUMN failed_at timestamptz(3)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE integrations DROP COLUMN unchecked, DROP COLUMN failed_at');
  }
}
