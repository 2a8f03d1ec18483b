import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds values that all mails of a campaign share, and parameters of their links. */
export class AddCampaignData1820000001292 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE campaigns ADD COLUMN data jsonb NOT NULL DEFAULT '{}', ADD COLUMN utm jsonb`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE campaigns DROP COLUMN data, DROP COLUMN utm`);
  }
}
