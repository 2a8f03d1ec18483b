import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Extends the consent ledger with consent to all messages at once, and the person's own words. */
export class AddWorkspaceConsents1810000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [LEDGER, REPORTED]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of BACK) await runner.query(statement);
  }
}

/** The new check allows more than the previous one, so existing rows need not be read. */
const LEDGER = `
ALTER TABLE consents
  ALTER COLUMN list_id DROP NOT NULL,
  ADD COLUMN text_said text,
  DROP CONSTRAINT consents_action_check,
  ADD CONSTRAINT consents_action_check CHECK (
    action IN ('requested', 'subscribed', 'confirmed', 'unsubscribed', 'removed', 'resumed')) NOT VALID;`;

/**
 * Written with the suppression, so that a crash in between loses none; the owner of people reads them from here. The
 * address is null once its person is erased. The index spans all workspaces: it finds work.
 */
const REPORTED = `
CREATE TABLE reported_consents (
  workspace_id int NOT NULL,
  id uuid NOT NULL,
  address text,
  action text NOT NULL CHECK (action IN ('unsubscribed', 'resumed')),
  method text NOT NULL,
  text_said text,
  said_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX reported_consents_turn ON reported_consents (id);`;

/** Rows without a list remain, so the column and the check still allow null. */
const BACK = [`DROP TABLE reported_consents`, `ALTER TABLE consents DROP COLUMN text_said`];
