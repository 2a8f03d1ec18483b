import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets campaigns test variants, and hold people out. */
export class TestCampaigns1820000001171 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [CAMPAIGNS, RECIPIENTS]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE campaign_recipients DROP COLUMN variant, DROP CONSTRAINT campaign_recipients_state_check,
        ADD CONSTRAINT campaign_recipients_state_check CHECK (state IN ('planned', 'queued', 'skipped')) NOT VALID`);
    await runner.query(`
      ALTER TABLE campaigns DROP COLUMN variants, DROP COLUMN test, DROP COLUMN holdout, DROP COLUMN content_ids,
        DROP COLUMN test_ended_at, DROP COLUMN decision`);
  }
}

/** variants are those after the first, which is content; content_ids has all of them once started. */
const CAMPAIGNS = `
ALTER TABLE campaigns
  ADD COLUMN variants jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN test jsonb,
  ADD COLUMN holdout smallint NOT NULL DEFAULT 0 CHECK (holdout BETWEEN 0 AND 50),
  ADD COLUMN content_ids uuid[],
  ADD COLUMN test_ended_at timestamptz(3),
  ADD COLUMN decision jsonb`;

/** Null for those who wait for the decision of a test, and without one. Existing rows are right, so none is looked at. */
const RECIPIENTS = `
ALTER TABLE campaign_recipients
  ADD COLUMN variant smallint,
  DROP CONSTRAINT campaign_recipients_state_check,
  ADD CONSTRAINT campaign_recipients_state_check CHECK (state IN ('planned', 'queued', 'skipped', 'held_out')) NOT VALID`;
