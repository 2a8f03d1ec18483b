import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the consent to each channel to memberships, to the ledger, to the feed, and to what bulk jobs can undo. */
export class AddChannelConsents1820000001080 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [MEMBERSHIPS, STATUS, LEDGER, FEED]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of BACK) await runner.query(statement);
  }
}

/**
 * Null means what the addresses of the person allow, so that no row is rewritten and rows of an earlier release keep their
 * meaning. The check allows every existing row, so they need not be read.
 */
const MEMBERSHIPS = `
ALTER TABLE memberships
  ADD COLUMN email_consent text,
  ADD COLUMN sms_consent text,
  ADD CONSTRAINT memberships_consents_check CHECK (
    email_consent IN ('subscribed', 'pending', 'unsubscribed', 'none')
    AND sms_consent IN ('subscribed', 'pending', 'unsubscribed', 'none')) NOT VALID;
ALTER TABLE bulk_changes ADD COLUMN email_consent text, ADD COLUMN sms_consent text;`;

/** The state of a membership on one channel. The planner inlines it. */
const STATUS = `
CREATE FUNCTION consent_status(status text, consent text, address text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN consent = 'none' THEN 'none'
    WHEN status = 'unsubscribed' OR consent = 'subscribed' THEN status
    WHEN consent IS NOT NULL THEN consent
    WHEN address IS NULL THEN 'none'
    ELSE status END
$$;`;

/** Null of an entry means both channels. */
const LEDGER = `ALTER TABLE consents ADD COLUMN channels text[];`;

const feed = (channels: string) => `
CREATE OR REPLACE FUNCTION feed_consents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO feed_entries (workspace_id, type, data)
  SELECT c.workspace_id, 'subscriber.' || c.action, jsonb_build_object(
    'list_id', c.list_id, 'uid', p.uid, 'address', c.address, 'method', c.method, 'at', feed_time(c.at)${channels})
  FROM new_rows c LEFT JOIN people p ON p.workspace_id = c.workspace_id AND p.id = c.person_id;
  RETURN NULL;
END $$;`;
const FEED = feed(`, 'channels', coalesce(to_jsonb(c.channels), '["email", "sms"]'::jsonb)`);

const BACK = [
  feed(''),
  `ALTER TABLE consents DROP COLUMN channels`,
  `DROP FUNCTION consent_status(text, text, text)`,
  `ALTER TABLE bulk_changes DROP COLUMN email_consent, DROP COLUMN sms_consent`,
  `ALTER TABLE memberships DROP CONSTRAINT memberships_consents_check, DROP COLUMN email_consent, DROP COLUMN sms_consent`,
];
