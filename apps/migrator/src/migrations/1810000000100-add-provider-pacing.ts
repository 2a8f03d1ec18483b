import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds when a message last had to wait for a working provider, and how much of a provider's rate the bulk lane waits
 * for.
 */
export class AddProviderPacing1810000000100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [MESSAGES, RATES]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of BACK) await runner.query(statement);
  }
}

const MESSAGES = `
ALTER TABLE messages ADD COLUMN limited_at timestamptz(3);`;

/** The number of calls that the fast lane took since the last one of the bulk lane, and when bulk last asked. */
const RATES = `
ALTER TABLE provider_rates
  ADD COLUMN before_bulk int NOT NULL DEFAULT 0,
  ADD COLUMN bulk_asked_at timestamptz(3);`;

const BACK = [
  `ALTER TABLE provider_rates DROP COLUMN bulk_asked_at, DROP COLUMN before_bulk`,
  `ALTER TABLE messages DROP COLUMN limited_at`,
];
