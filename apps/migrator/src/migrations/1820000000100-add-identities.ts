import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the secrets by which a workspace signs the identity of its users and derives handles from numbers, and what of a
 * person is closed to calls with the key alone. A workspace without a row gets one when it is first needed.
 */
export class AddIdentities1820000000100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(IDENTITIES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE workspace_identities');
  }
}

/** The handle key is never replaced: handles that were answered must keep leading to their person. */
const IDENTITIES = `
CREATE TABLE workspace_identities (
  workspace_id int PRIMARY KEY REFERENCES workspaces,
  sealed_secret text NOT NULL,
  sealed_previous text,
  previous_until timestamptz(3),
  sealed_handle_key text NOT NULL,
  is_required boolean NOT NULL DEFAULT false,
  closed_attributes text[] NOT NULL DEFAULT '{}',
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);`;
