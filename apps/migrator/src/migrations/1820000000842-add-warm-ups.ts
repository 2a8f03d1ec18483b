import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the daily ceilings of sending domains that are new at a provider, and what was sent under them. */
export class AddWarmUps1820000000842 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(PLANS);
    await runner.query(COUNTS);
    await runner.query('CREATE INDEX warm_up_counts_age ON warm_up_counts (day)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE warm_up_counts, warm_ups');
  }
}

/** The account is an integration, or the nil uuid for the service's own server. Counts outlive their plan, so that a new one knows them. */
const PLANS = `
CREATE TABLE warm_ups (
  workspace_id int NOT NULL,
  domain_id uuid NOT NULL,
  account_id uuid NOT NULL,
  first_day int NOT NULL CHECK (first_day > 0),
  growth_percent int NOT NULL CHECK (growth_percent > 0),
  target int NOT NULL CHECK (target > 0),
  started_on date NOT NULL,
  PRIMARY KEY (workspace_id, domain_id, account_id),
  FOREIGN KEY (workspace_id, domain_id) REFERENCES sending_domains ON DELETE CASCADE
);`;

const COUNTS = `
CREATE TABLE warm_up_counts (
  workspace_id int NOT NULL,
  domain_id uuid NOT NULL,
  account_id uuid NOT NULL,
  day date NOT NULL,
  messages int NOT NULL,
  PRIMARY KEY (workspace_id, domain_id, account_id, day),
  FOREIGN KEY (workspace_id, domain_id) REFERENCES sending_domains ON DELETE CASCADE
) WITH (fillfactor = 50);`;
