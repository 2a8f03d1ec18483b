import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets people refuse tracking, and marks the messages that are not tracked for it. */
export class RefuseTracking1820000001275 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(COLUMNS);
    await runner.query(actions(`, 'tracking_refused', 'tracking_allowed'`));
    await runner.query(figures(`, 'tracking_refused'`));
    await runner.query(consents(`WHERE c.action NOT IN ('tracking_refused', 'tracking_allowed')`));
    await runner.query(changes(`WHEN 'tracking_refused_at' THEN 'tracking_refused' `));
  }

  /** Entries of the ledger stay, so its check is not validated. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(changes(''));
    await runner.query(consents(''));
    await runner.query(`DELETE FROM message_group_engagement WHERE what = 'tracking_refused'`);
    await runner.query(figures(''));
    await runner.query(actions(''));
    await runner.query(`ALTER TABLE messages DROP COLUMN is_untracked`);
    await runner.query(`ALTER TABLE people DROP COLUMN tracking_refused_at`);
  }
}

const COLUMNS = `
ALTER TABLE people ADD COLUMN tracking_refused_at timestamptz(3);
ALTER TABLE messages ADD COLUMN is_untracked boolean;`;

const actions = (added: string) => `
ALTER TABLE consents
  DROP CONSTRAINT consents_action_check,
  ADD CONSTRAINT consents_action_check CHECK (
    action IN ('requested', 'subscribed', 'confirmed', 'unsubscribed', 'removed', 'resumed'${added})) NOT VALID;`;

const figures = (added: string) => `
ALTER TABLE message_group_engagement
  DROP CONSTRAINT message_group_engagement_what_check,
  ADD CONSTRAINT message_group_engagement_what_check
    CHECK (what IN ('opened', 'opened_by_machine', 'clicked', 'clicked_by_machine', 'unsubscribed'${added})) NOT VALID;`;

/** Tracking is no subscription: the entry about the person tells of it. */
const consents = (where: string) => `
CREATE OR REPLACE FUNCTION feed_consents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO feed_entries (workspace_id, type, data)
  SELECT c.workspace_id, 'subscriber.' || c.action, jsonb_build_object(
    'list_id', c.list_id, 'uid', p.uid, 'address', c.address, 'method', c.method, 'at', feed_time(c.at),
    'channels', coalesce(to_jsonb(c.channels), '["email", "sms"]'::jsonb), 'message_id', c.message_id)
  FROM new_rows c LEFT JOIN people p ON p.workspace_id = c.workspace_id AND p.id = c.person_id
  ${where};
  RETURN NULL;
END $$;`;

const changes = (named: string) => `
CREATE OR REPLACE FUNCTION feed_changes(before jsonb, after jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(jsonb_agg(CASE key WHEN 'archived_at' THEN 'archived' ${named}ELSE key END ORDER BY key), '[]')
  FROM jsonb_each(after) AS a JOIN jsonb_each(before) AS b USING (key)
  WHERE a.value <> b.value AND key NOT IN ('id', 'updated_at')
$$;`;
