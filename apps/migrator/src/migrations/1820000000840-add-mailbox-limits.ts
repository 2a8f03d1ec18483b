import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the limits that mailbox providers impose on an account, as deferrals and accepted mail show them. */
export class AddMailboxLimits1820000000840 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(LIMITS);
    await runner.query('CREATE INDEX mailbox_limits_age ON mailbox_limits (changed_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE mailbox_limits');
  }
}

/**
 * The account is an integration, or the nil uuid for the service's own server. A mailbox is the name of a provider or a
 * domain. A row exists only while the mailbox is limited. `busy` holds the end of the lease of each call.
 */
const LIMITS = `
CREATE TABLE mailbox_limits (
  workspace_id int NOT NULL,
  account_id uuid NOT NULL,
  mailbox text NOT NULL,
  per_second double precision NOT NULL CHECK (per_second > 0),
  tokens double precision NOT NULL,
  filled_at timestamptz NOT NULL DEFAULT now(),
  busy timestamptz[] NOT NULL DEFAULT '{}',
  detail text NOT NULL,
  changed_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, account_id, mailbox)
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);`;
