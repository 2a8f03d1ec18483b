import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the tags and metadata of messages, shown in the feed too, and finds messages by tag. */
export class AddMessageTags1820000000500 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [MESSAGES, TAGS, feedWith(LABELS)]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of [feedWith(''), ...BACK]) await runner.query(statement);
  }
}

const MESSAGES = `
ALTER TABLE messages ADD COLUMN tags text[], ADD COLUMN metadata jsonb;`;

/** In the order of a page of messages. The key is for deleting messages, whichever process deletes them. */
const TAGS = `
CREATE TABLE message_tags (
  workspace_id int NOT NULL,
  tag text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  message_id uuid NOT NULL,
  PRIMARY KEY (workspace_id, tag, created_at, message_id),
  FOREIGN KEY (workspace_id, message_id) REFERENCES messages ON DELETE CASCADE
);
CREATE INDEX message_tags_message ON message_tags (workspace_id, message_id);`;

const LABELS = `, 'tags', coalesce(to_jsonb(n.tags), '[]'), 'metadata', coalesce(n.metadata, '{}')`;

const feedWith = (labels: string) => `
CREATE OR REPLACE FUNCTION feed_messages() RETURNS trigger LANGUAGE plpgsql SET enable_nestloop = off AS $$
BEGIN
  INSERT INTO feed_entries (workspace_id, type, data)
  SELECT n.workspace_id, 'message.' || n.status, jsonb_build_object(
    'message_id', n.id, 'channel', n.channel, 'status', n.status, 'reason', n.reason, 'list_id', n.list_id,
    'recipients', n.recipients, 'created_at', feed_time(n.created_at)${labels})
  FROM new_rows n JOIN old_rows o ON o.workspace_id = n.workspace_id AND o.id = n.id
  WHERE n.status <> o.status AND n.status IN (
    'sent', 'delivered', 'bounced', 'complained', 'captured', 'failed', 'suppressed', 'unknown', 'canceled');
  RETURN NULL;
END $$;`;

const BACK = [`DROP TABLE message_tags`, `ALTER TABLE messages DROP COLUMN metadata, DROP COLUMN tags`];
