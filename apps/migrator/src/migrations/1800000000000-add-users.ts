import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds account users with their members and devices, attribute names, and the uids of merged users. */
export class AddUsers1800000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [PEOPLE, ACCOUNT_MEMBERS, ATTRIBUTES, MERGED_UIDS, KEYS]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of BACK) await runner.query(statement);
  }
}

/** devices: the last five {token, platform}, newest first. */
const PEOPLE = `
ALTER TABLE people
  ADD COLUMN is_account boolean NOT NULL DEFAULT false,
  ADD COLUMN tz text,
  ADD COLUMN devices jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN archived_at timestamptz(3);`;

const ACCOUNT_MEMBERS = `
CREATE TABLE account_members (
  workspace_id int NOT NULL,
  account_id uuid NOT NULL,
  person_id uuid NOT NULL,
  role text,
  joined_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, account_id, person_id)
);
CREATE INDEX account_members_page ON account_members (workspace_id, account_id, joined_at, person_id);
CREATE INDEX account_members_person ON account_members (workspace_id, person_id);`;

const ATTRIBUTES = `
CREATE TABLE attributes (
  workspace_id int NOT NULL REFERENCES workspaces,
  id uuid NOT NULL,
  name text NOT NULL,
  type text NOT NULL CHECK (type IN ('string', 'number', 'boolean', 'mixed')),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, id),
  UNIQUE (workspace_id, name)
);`;

const MERGED_UIDS = `
CREATE TABLE merged_uids (
  workspace_id int NOT NULL,
  uid text NOT NULL,
  person_id uuid NOT NULL,
  merged_at timestamptz(3) NOT NULL DEFAULT now(),
  -- No person was merged: the one who is there had this uid before.
  is_rename boolean NOT NULL DEFAULT false,
  PRIMARY KEY (workspace_id, uid)
);
CREATE INDEX merged_uids_person ON merged_uids (workspace_id, person_id);`;

/**
 * A device belongs to one person, like an address to the person found by it: the oldest who has it. The others are in
 * shared_keys, and the next of them takes over when that person releases it. NOT VALID: existing rows satisfy the old
 * check.
 */
const KEYS = `
ALTER TABLE person_keys DROP CONSTRAINT person_keys_kind_check;
ALTER TABLE person_keys
  ADD CONSTRAINT person_keys_kind_check CHECK (kind IN ('email', 'number', 'device')) NOT VALID;
CREATE TABLE shared_keys (
  workspace_id int NOT NULL,
  kind text NOT NULL CHECK (kind IN ('email', 'number')),
  value text NOT NULL,
  person_id uuid NOT NULL,
  PRIMARY KEY (workspace_id, kind, value, person_id)
);
CREATE INDEX shared_keys_person ON shared_keys (workspace_id, person_id);`;

/** The previous schema cannot hold devices and shared keys. */
const BACK = [
  `DROP TABLE shared_keys`,
  `DELETE FROM person_keys WHERE kind = 'device'`,
  `ALTER TABLE person_keys DROP CONSTRAINT person_keys_kind_check`,
  `ALTER TABLE person_keys ADD CONSTRAINT person_keys_kind_check CHECK (kind IN ('email', 'number'))`,
  `DROP TABLE merged_uids`,
  `DROP TABLE attributes`,
  `DROP TABLE account_members`,
  `ALTER TABLE people DROP COLUMN archived_at, DROP COLUMN devices, DROP COLUMN tz, DROP COLUMN is_account`,
];
