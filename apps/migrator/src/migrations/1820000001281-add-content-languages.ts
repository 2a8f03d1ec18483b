import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keeps the contents of a campaign by language: for each variant the ids by language, or null if it has one alone. */
export class AddContentLanguages1820000001281 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE campaigns ADD COLUMN content_languages jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE campaigns DROP COLUMN content_languages');
  }
}
