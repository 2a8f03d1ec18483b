import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds invitations: how members come to a workspace. */
export class AddInvitations1820000000420 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [INVITATIONS, ONE_PER_EMAIL, BY_AGE]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE invitations');
  }
}

/** Accepted and revoked ones are deleted. */
const INVITATIONS = `
CREATE TABLE invitations (
  workspace_id int NOT NULL REFERENCES workspaces,
  id uuid NOT NULL,
  email text NOT NULL,
  role text NOT NULL CHECK (role IN ('owner', 'admin', 'marketer', 'viewer')),
  list_ids uuid[],
  token_hash bytea NOT NULL UNIQUE,
  invited_by text,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  sent_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, id)
)`;
const ONE_PER_EMAIL = `CREATE UNIQUE INDEX invitations_email ON invitations (workspace_id, lower(email))`;
const BY_AGE = `CREATE INDEX invitations_age ON invitations (expires_at)`;
