import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets people pause all marketing until a time. */
export class PauseMarketing1820000001321 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE people ADD COLUMN marketing_paused_until timestamptz(3)');
    await runner.query(actions(`, 'marketing_paused', 'marketing_resumed'`));
    await runner.query(consents(`, 'marketing_paused', 'marketing_resumed'`));
  }

  /** Entries of the ledger stay, so its check is not validated. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(consents(''));
    await runner.query(actions(''));
    await runner.query('ALTER TABLE people DROP COLUMN marketing_paused_until');
  }
}

const actions = (added: string) => `
ALTER TABLE consents
  DROP CONSTRAINT consents_action_check,
  ADD CONSTRAINT consents_action_check CHECK (action IN (
    'requested', 'subscribed', 'confirmed', 'unsubscribed', 'removed', 'resumed', 'tracking_refused', 'tracking_allowed'${added})) NOT VALID;`;

/** A pause is no subscription: the entry about the person tells of it. */
const consents = (added: string) => `
CREATE OR REPLACE FUNCTION feed_consents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO feed_entries (workspace_id, type, data)
  SELECT c.workspace_id, 'subscriber.' || c.action, jsonb_build_object(
    'list_id', c.list_id, 'uid', p.uid, 'address', c.address, 'method', c.method, 'at', feed_time(c.at),
    'channels', coalesce(to_jsonb(c.channels), '["email", "sms"]'::jsonb), 'message_id', c.message_id)
  FROM new_rows c LEFT JOIN people p ON p.workspace_id = c.workspace_id AND p.id = c.person_id
  WHERE c.action NOT IN ('tracking_refused', 'tracking_allowed'${added});
  RETURN NULL;
END $$;`;
