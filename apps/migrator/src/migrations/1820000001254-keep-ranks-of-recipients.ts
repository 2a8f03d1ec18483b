import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keeps how engaged recipients are, so that those most engaged come first whenever it is their turn. */
export class KeepRanksOfRecipients1820000001254 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE campaign_recipients ADD COLUMN rank smallint NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE campaign_recipients DROP COLUMN rank');
  }
}
