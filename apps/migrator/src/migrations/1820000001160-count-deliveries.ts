import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Counts messages of groups by hour, mailbox provider and link, and mail by day, sending domain and mailbox provider. */
export class CountDeliveries1820000001160 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [ENGAGEMENT, COUNTS, LEDGER, feed(`, 'message_id', c.message_id`)])
      await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of [feed(''), ...BACK]) await runner.query(statement);
  }
}

/**
 * What a message is counted as, so that exactly this is taken back when it turns out otherwise. The times are those of the first
 * open and click of the strongest kind, and of the first opt-out; links: 1 or 2 by link number, as opened and clicked.
 */
const ENGAGEMENT = `
ALTER TABLE message_engagement
  ADD COLUMN mailbox text,
  ADD COLUMN sent_at timestamptz(3),
  ADD COLUMN opened_at timestamptz(3),
  ADD COLUMN clicked_at timestamptz(3),
  ADD COLUMN left_at timestamptz(3),
  ADD COLUMN links jsonb;
ALTER TABLE message_group_engagement
  DROP CONSTRAINT message_group_engagement_what_check,
  ADD CONSTRAINT message_group_engagement_what_check
    CHECK (what IN ('opened', 'opened_by_machine', 'clicked', 'clicked_by_machine', 'unsubscribed'));`;

const COUNTS = `
CREATE TABLE message_group_hours (
  workspace_id int NOT NULL,
  group_id uuid NOT NULL,
  hour timestamptz(3) NOT NULL,
  what text NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (workspace_id, group_id, hour, what)
) WITH (fillfactor = 60);
CREATE TABLE message_group_mailboxes (
  workspace_id int NOT NULL,
  group_id uuid NOT NULL,
  mailbox text NOT NULL,
  what text NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (workspace_id, group_id, mailbox, what)
) WITH (fillfactor = 50);
CREATE TABLE message_group_links (
  workspace_id int NOT NULL,
  group_id uuid NOT NULL,
  content_id uuid NOT NULL,
  link smallint NOT NULL,
  what text NOT NULL CHECK (what IN ('clicked', 'clicked_by_machine')),
  count bigint NOT NULL,
  PRIMARY KEY (workspace_id, group_id, content_id, link, what)
) WITH (fillfactor = 50);
CREATE TABLE mail_days (
  workspace_id int NOT NULL,
  day date NOT NULL,
  domain text NOT NULL,
  mailbox text NOT NULL,
  what text NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (workspace_id, day, domain, mailbox, what)
) WITH (fillfactor = 60);`;

/** The mail whose link led to the step. */
const LEDGER = `ALTER TABLE consents ADD COLUMN message_id uuid;`;

const feed = (message: string) => `
CREATE OR REPLACE FUNCTION feed_consents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO feed_entries (workspace_id, type, data)
  SELECT c.workspace_id, 'subscriber.' || c.action, jsonb_build_object(
    'list_id', c.list_id, 'uid', p.uid, 'address', c.address, 'method', c.method, 'at', feed_time(c.at),
    'channels', coalesce(to_jsonb(c.channels), '["email", "sms"]'::jsonb)${message})
  FROM new_rows c LEFT JOIN people p ON p.workspace_id = c.workspace_id AND p.id = c.person_id;
  RETURN NULL;
END $$;`;

const BACK = [
  'ALTER TABLE consents DROP COLUMN message_id',
  'DROP TABLE mail_days, message_group_links, message_group_mailboxes, message_group_hours',
  `DELETE FROM message_group_engagement WHERE what = 'unsubscribed'`,
  `ALTER TABLE message_group_engagement
    DROP CONSTRAINT message_group_engagement_what_check,
    ADD CONSTRAINT message_group_engagement_what_check
      CHECK (what IN ('opened', 'opened_by_machine', 'clicked', 'clicked_by_machine'))`,
  `ALTER TABLE message_engagement
    DROP COLUMN links, DROP COLUMN left_at, DROP COLUMN clicked_at, DROP COLUMN opened_at, DROP COLUMN sent_at,
    DROP COLUMN mailbox`,
];
