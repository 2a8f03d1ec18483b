import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Lets campaigns go out by SMS. A started one has no `sender`, without which workers of the previous release neither freeze nor feed
 * it: they try again until a new worker does.
 */
export class AddSmsCampaigns1820000001280 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE campaigns
        ADD COLUMN channel text NOT NULL DEFAULT 'email' CHECK (channel IN ('email', 'sms')),
        ADD COLUMN sms_source text,
        ADD COLUMN sms_from text,
        ADD COLUMN most_sms_segments int,
        ADD COLUMN sms_segments int NOT NULL DEFAULT 0`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE campaigns DROP COLUMN channel, DROP COLUMN sms_source, DROP COLUMN sms_from,
        DROP COLUMN most_sms_segments, DROP COLUMN sms_segments`);
  }
}
