import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets a campaign reach people whatever they consented to. A recipient without a list is subscribed to none of its lists. */
export class AddTransactionalCampaigns1820000001303 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE campaigns ADD COLUMN transactional_reason text');
    await runner.query('ALTER TABLE campaign_recipients ALTER COLUMN list_id DROP NOT NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DELETE FROM campaign_recipients WHERE list_id IS NULL');
    await runner.query('ALTER TABLE campaign_recipients ALTER COLUMN list_id SET NOT NULL');
    await runner.query('ALTER TABLE campaigns DROP COLUMN transactional_reason');
  }
}
