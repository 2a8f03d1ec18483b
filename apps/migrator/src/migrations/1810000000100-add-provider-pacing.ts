import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a message last had to wait for a provider that works, and what of a provider's rate the bulk lane waits for. */
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

/** How many calls the fast lane took since bulk, which asked for the last time then, had one. */
const RATES = `
ALTER TABLE provider_rates
  ADD COLUMN before_bulk int NOT NULL DEFAULT 0,
  ADD COLUMN bulk_asked_at timestamptz(3);`;

const BACK = [
  `ALTER TABLE provider_rates DROP COLUMN bulk_asked_at, DROP COLUMN before_bulk`,
  `ALTER TABLE messages DROP COLUMN limited_at`,
];
