import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds what bounds the holder of a public key: the switch of a workspace, the texts of a list that only the API answers,
 * and the budgets of confirmation mail. Existing workspaces keep the open behaviour.
 */
export class AddStrictPublicKeys1820000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [WORKSPACES, LISTS, CONFIRMATIONS, BUDGETS]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of BACK) await runner.query(statement);
  }
}

/** Budgets are mails an hour, except that of a mailbox: mails a day. */
const WORKSPACES = `
ALTER TABLE workspaces
  ADD COLUMN strict_public_keys boolean NOT NULL DEFAULT false,
  ADD COLUMN network_budget int NOT NULL DEFAULT 20,
  ADD COLUMN list_budget int NOT NULL DEFAULT 300,
  ADD COLUMN workspace_budget int NOT NULL DEFAULT 1000,
  ADD COLUMN mailbox_budget int NOT NULL DEFAULT 3;`;

/**
 * Set while the API answers other texts than mail and hosted pages show. The columns that exist keep the trusted texts, so
 * that every reader shows those unless it asks for the others.
 */
const LISTS = `
ALTER TABLE lists
  ADD COLUMN answered_title text,
  ADD COLUMN answered_description text;`;

/** The evidence of a request that enters the consent ledger only with its confirmation. */
const CONFIRMATIONS = `
ALTER TABLE confirmations
  ADD COLUMN ip text,
  ADD COLUMN user_agent text,
  ADD COLUMN request_id text,
  ADD COLUMN method text;`;

/**
 * How many confirmation mails one network, list, workspace or mailbox has caused: used counts them by slot of time. A mailbox
 * is stored as a keyed hash. The index on touched_at spans all workspaces: it finds expired rows.
 */
const BUDGETS = `
CREATE TABLE confirmation_budgets (
  workspace_id int NOT NULL REFERENCES workspaces,
  budget text NOT NULL CHECK (budget IN ('network', 'list', 'workspace', 'mailbox')),
  name text NOT NULL,
  used jsonb NOT NULL DEFAULT '{}',
  refused int NOT NULL DEFAULT 0,
  first_refused_at timestamptz(3),
  last_refused_at timestamptz(3),
  touched_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, budget, name)
);
CREATE INDEX confirmation_budgets_age ON confirmation_budgets (touched_at);
CREATE INDEX confirmation_budgets_refused ON confirmation_budgets (workspace_id, last_refused_at) WHERE refused > 0;`;

const BACK = [
  `DROP TABLE confirmation_budgets`,
  `ALTER TABLE confirmations DROP COLUMN method, DROP COLUMN request_id, DROP COLUMN user_agent, DROP COLUMN ip`,
  `ALTER TABLE lists DROP COLUMN answered_description, DROP COLUMN answered_title`,
  `ALTER TABLE workspaces
    DROP COLUMN mailbox_budget, DROP COLUMN workspace_budget, DROP COLUMN list_budget, DROP COLUMN network_budget,
    DROP COLUMN strict_public_keys`,
];
