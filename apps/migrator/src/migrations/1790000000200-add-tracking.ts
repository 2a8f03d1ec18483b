import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds opens and clicks of messages, and the short links of SMS. */
export class AddTracking1790000000200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [HITS, SHORT_LINKS]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of [`DROP TABLE short_links`, `DROP TABLE hits`]) await runner.query(statement);
  }
}

/** The key includes the time, because tracked opens and clicks are classified by those close in time. */
const HITS = `
CREATE TABLE hits (
  workspace_id int NOT NULL,
  message_id uuid NOT NULL,
  at timestamptz(3) NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('open', 'click')),
  -- The number of the link in the message; an open has none.
  link smallint CHECK ((link IS NULL) = (kind = 'open')),
  ip inet,
  user_agent text,
  -- Why it is no person's.
  reason text CHECK (reason IN ('user_agent', 'prefetch', 'head', 'burst', 'honeypot', 'too_soon')),
  machine boolean NOT NULL GENERATED ALWAYS AS (reason IS NOT NULL) STORED,
  PRIMARY KEY (workspace_id, message_id, at, id)
)`;

/** Looked up by code alone: a request for a link does not name the workspace. */
const SHORT_LINKS = `
CREATE TABLE short_links (
  code text PRIMARY KEY,
  workspace_id int NOT NULL,
  message_id uuid NOT NULL,
  number smallint NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX short_links_age ON short_links (created_at)`;
