import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds what limits the attempts to sign in. Both tables have a fixed number of slots, so that no attacker makes them grow. Their
 * rows belong to no workspace: an attempt names an email that may be unknown.
 */
export class AddSignInLimits1820000000410 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [COUNTERS, PROOFS]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE sign_in_proofs, sign_in_counters');
  }
}

/** Until when the attempts of an account, a network or a device are used up. */
const COUNTERS = `
CREATE TABLE sign_in_counters (
  slot int PRIMARY KEY CHECK (slot BETWEEN 0 AND 196607),
  spent_until timestamptz(3) NOT NULL
)`;

/** The issue time of the latest challenge whose proof was used. */
const PROOFS = `
CREATE TABLE sign_in_proofs (
  slot int PRIMARY KEY CHECK (slot BETWEEN 0 AND 65535),
  issued_at timestamptz(3) NOT NULL
)`;
