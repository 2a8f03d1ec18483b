import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds logins: what a person signs in with, whatever workspaces the person is a member of. Until now a member had a password of
 * its own, and an email could be a member of one workspace only.
 */
export class AddLogins1820000000970 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const tables = [LOGINS, LOGIN_EMAIL, FILL, ...MEMBERS, EARLIER_RELEASE, ...TRIGGERS, RESETS, RESET_AGE, SUBJECTS];
    for (const statement of [...tables, SESSIONS, SESSION_ID, MORE_SLOTS, TWO_FACTOR]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of BACK) await runner.query(statement);
  }
}

/**
 * No workspace in the key: a login belongs to a person, not to a workspace. `password_hash` is null for people who sign in through
 * an identity provider only. `totp_step` is the time step of the last code that was used.
 */
const LOGINS = `
CREATE TABLE logins (
  id uuid PRIMARY KEY,
  email text NOT NULL,
  password_hash text,
  sealed_totp text,
  totp_since timestamptz(3),
  totp_step bigint,
  recovery_hashes bytea[] NOT NULL DEFAULT '{}',
  last_workspace_id int,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CHECK (totp_since IS NULL OR sealed_totp IS NOT NULL)
)`;
const LOGIN_EMAIL = `CREATE UNIQUE INDEX logins_email ON logins (lower(email))`;
const FILL = `INSERT INTO logins (id, email, password_hash, created_at) SELECT id, email, password_hash, created_at FROM members`;

/** `by_sso`: the membership came from the identity provider, and goes when the provider takes it back. */
const MEMBERS = [
  `ALTER TABLE members
     ADD COLUMN login_id uuid REFERENCES logins,
     ADD COLUMN by_sso boolean NOT NULL DEFAULT false,
     ALTER COLUMN password_hash DROP NOT NULL`,
  `UPDATE members SET login_id = id`,
  `ALTER TABLE members ALTER COLUMN login_id SET NOT NULL`,
  `DROP INDEX members_email`,
  `CREATE UNIQUE INDEX members_login ON members (login_id, workspace_id)`,
];

/** The previous release writes passwords to members; the column and this function go with the next one. */
const EARLIER_RELEASE = `
CREATE FUNCTION keep_login_of_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    UPDATE logins SET password_hash = NEW.password_hash WHERE id = NEW.login_id;
  ELSIF NEW.login_id IS NULL THEN
    INSERT INTO logins (id, email, password_hash) VALUES (gen_random_uuid(), NEW.email, NEW.password_hash)
    ON CONFLICT (lower(email)) DO UPDATE SET email = logins.email RETURNING id INTO NEW.login_id;
  END IF;
  RETURN NEW;
END $$`;
const TRIGGERS = [
  `CREATE TRIGGER members_login BEFORE INSERT ON members FOR EACH ROW EXECUTE FUNCTION keep_login_of_member()`,
  `CREATE TRIGGER members_password BEFORE UPDATE OF password_hash ON members
     FOR EACH ROW EXECUTE FUNCTION keep_login_of_member()`,
];

/** Links that were mailed to choose a new password; used ones are deleted. */
const RESETS = `
CREATE TABLE password_resets (
  token_hash bytea PRIMARY KEY,
  login_id uuid NOT NULL REFERENCES logins ON DELETE CASCADE,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3) NOT NULL
)`;
const RESET_AGE = `CREATE INDEX password_resets_age ON password_resets (expires_at)`;

/** The names that identity providers have for people. */
const SUBJECTS = `
CREATE TABLE login_subjects (
  issuer text NOT NULL,
  subject text NOT NULL,
  login_id uuid NOT NULL REFERENCES logins ON DELETE CASCADE,
  PRIMARY KEY (issuer, subject)
)`;

/** `sealed_id_token`: what an identity provider wants to see when the session ends; null for sign-ins by password. */
const SESSIONS = `
ALTER TABLE sessions
  ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid(),
  ADD COLUMN address text,
  ADD COLUMN last_seen_at timestamptz(3) NOT NULL DEFAULT now(),
  ADD COLUMN by_sso boolean NOT NULL DEFAULT false,
  ADD COLUMN sealed_id_token text`;
const SESSION_ID = `CREATE UNIQUE INDEX sessions_id ON sessions (workspace_id, member_id, id)`;

/** Slots for password resets by address and by network, and for second looks at a password or code. */
const MORE_SLOTS = `
ALTER TABLE sign_in_counters
  DROP CONSTRAINT sign_in_counters_slot_check,
  ADD CONSTRAINT sign_in_counters_slot_check CHECK (slot BETWEEN 0 AND 393215)`;

const TWO_FACTOR = `ALTER TABLE workspaces ADD COLUMN requires_two_factor boolean NOT NULL DEFAULT false`;

const BACK = [
  'ALTER TABLE workspaces DROP COLUMN requires_two_factor',
  'DELETE FROM sign_in_counters WHERE slot > 196607',
  `ALTER TABLE sign_in_counters
     DROP CONSTRAINT sign_in_counters_slot_check,
     ADD CONSTRAINT sign_in_counters_slot_check CHECK (slot BETWEEN 0 AND 196607)`,
  `ALTER TABLE sessions DROP COLUMN id, DROP COLUMN address, DROP COLUMN last_seen_at, DROP COLUMN by_sso,
     DROP COLUMN sealed_id_token`,
  'DROP TABLE login_subjects, password_resets',
  'DROP TRIGGER members_login ON members',
  'DROP TRIGGER members_password ON members',
  'DROP FUNCTION keep_login_of_member',
  // The earlier schema knows an email once; the oldest membership stays.
  `DELETE FROM members m USING members o
   WHERE o.login_id = m.login_id AND (o.created_at, o.workspace_id) < (m.created_at, m.workspace_id)`,
  `UPDATE members m SET password_hash = coalesce(l.password_hash, '') FROM logins l WHERE l.id = m.login_id`,
  'ALTER TABLE members DROP COLUMN login_id, DROP COLUMN by_sso, ALTER COLUMN password_hash SET NOT NULL',
  'CREATE UNIQUE INDEX members_email ON members (lower(email))',
  'DROP TABLE logins',
];
