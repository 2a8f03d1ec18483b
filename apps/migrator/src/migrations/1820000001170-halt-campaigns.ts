import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets campaigns halt by themselves. */
export class HaltCampaigns1820000001170 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE campaigns DROP CONSTRAINT campaigns_state_check,
        ADD CONSTRAINT campaigns_state_check
          CHECK (state IN ('draft', 'scheduled', 'freezing', 'sending', 'paused', 'halted', 'sent', 'canceled')),
        ADD COLUMN scheduled_at timestamptz(3),
        ADD COLUMN halt jsonb,
        ADD COLUMN guard jsonb`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE campaigns DROP COLUMN scheduled_at, DROP COLUMN halt, DROP COLUMN guard,
        DROP CONSTRAINT campaigns_state_check,
        ADD CONSTRAINT campaigns_state_check
          CHECK (state IN ('draft', 'scheduled', 'freezing', 'sending', 'paused', 'sent', 'canceled'))`);
  }
}
