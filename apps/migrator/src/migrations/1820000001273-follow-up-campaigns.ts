import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds audiences of the recipients of another campaign, and the generations of messages that are made again. */
export class FollowUpCampaigns1820000001273 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE campaigns ADD COLUMN follows jsonb`);
    await runner.query(`ALTER TABLE campaign_recipients ADD COLUMN generation smallint NOT NULL DEFAULT 0`);
    await runner.query(counted(`'matched', 'excluded', 'planned', 'queued', 'skipped', 'retried'`));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM campaign_counts WHERE what = 'retried'`);
    await runner.query(counted(`'matched', 'excluded', 'planned', 'queued', 'skipped'`));
    await runner.query(`ALTER TABLE campaign_recipients DROP COLUMN generation`);
    await runner.query(`ALTER TABLE campaigns DROP COLUMN follows`);
  }
}

const counted = (what: string) => `
ALTER TABLE campaign_counts
  DROP CONSTRAINT campaign_counts_what_check,
  ADD CONSTRAINT campaign_counts_what_check CHECK (what IN (${what})) NOT VALID`;
