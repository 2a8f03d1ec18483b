import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the DNS results of a sending domain, who connected it, and its DKIM keys. */
export class AddDomainChecks1790000000100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [DOMAINS, KEYS]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of BACK) await runner.query(statement);
  }
}

/** Until now only an operator could connect a domain. */
const DOMAINS = `
ALTER TABLE sending_domains
  ADD COLUMN connected_by text CHECK (connected_by IN ('operator', 'check')),
  ADD COLUMN checked_at timestamptz(3),
  ADD COLUMN next_check_at timestamptz(3) NOT NULL DEFAULT now(),
  -- Since when the required records are right, or missing, without a break.
  ADD COLUMN fine_since timestamptz(3),
  ADD COLUMN failing_since timestamptz(3),
  ADD COLUMN rotation_asked_at timestamptz(3),
  ADD COLUMN findings jsonb NOT NULL DEFAULT '[]';
UPDATE sending_domains SET connected_by = 'operator' WHERE connected_at IS NOT NULL;
-- By time over all workspaces, for the workers that look for domains to check.
CREATE INDEX sending_domains_due ON sending_domains (next_check_at);`;

const KEYS = `
CREATE TABLE dkim_keys (
  workspace_id int NOT NULL,
  domain_id uuid NOT NULL,
  selector text NOT NULL,
  algorithm text NOT NULL CHECK (algorithm IN ('rsa-sha256', 'ed25519-sha256')),
  public_key text NOT NULL,
  sealed_private_key text NOT NULL,
  state text NOT NULL CHECK (state IN ('next', 'active', 'retired')),
  -- Set while the last check that got an answer saw the right record.
  seen_at timestamptz(3),
  retired_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, domain_id, selector),
  FOREIGN KEY (workspace_id, domain_id) REFERENCES sending_domains ON DELETE CASCADE
);
-- One pair signs and one waits, even if several processes make them at the same moment.
CREATE UNIQUE INDEX dkim_keys_one_each ON dkim_keys (workspace_id, domain_id, state, algorithm) WHERE state <> 'retired';
CREATE INDEX dkim_keys_retired ON dkim_keys (retired_at) WHERE retired_at IS NOT NULL;`;

const BACK = [
  `DROP TABLE dkim_keys`,
  `DROP INDEX sending_domains_due`,
  `ALTER TABLE sending_domains DROP COLUMN connected_by, DROP COLUMN checked_at, DROP COLUMN next_check_at,
    DROP COLUMN fine_since, DROP COLUMN failing_since, DROP COLUMN rotation_asked_at, DROP COLUMN findings`,
];
