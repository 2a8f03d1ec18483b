import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets campaigns go by the clocks of their recipients and by hours, and workspaces have quiet hours. */
export class TimeCampaigns1820000001270 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [CAMPAIGNS, RECIPIENTS, WORKSPACES]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE workspaces DROP COLUMN email_quiet_hours, DROP COLUMN sms_quiet_hours`);
    await runner.query(`ALTER TABLE campaign_recipients DROP COLUMN zone`);
    await runner.query(`ALTER TABLE campaigns DROP COLUMN local_start, DROP COLUMN send_window`);
  }
}

const CAMPAIGNS = `ALTER TABLE campaigns ADD COLUMN local_start jsonb, ADD COLUMN send_window jsonb`;

/** The person's at the freeze; null for that of the workspace. */
const RECIPIENTS = `ALTER TABLE campaign_recipients ADD COLUMN zone text`;

const WORKSPACES = `
ALTER TABLE workspaces
  ADD COLUMN email_quiet_hours jsonb,
  ADD COLUMN sms_quiet_hours jsonb DEFAULT '{"from": "21:00", "to": "08:00"}'`;
