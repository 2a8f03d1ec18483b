import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the content of attachments as bytes, apart from the rows of messages. Files are compressed already as a rule, so they are
 * stored as they are. The key that deletes them with their message is for every process, also of the previous release.
 */
export class AddMessageAttachments1820000000860 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [ATTACHMENTS, 'ALTER TABLE messages ADD COLUMN attachment_bytes int'])
      await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of [INLINE, 'DROP TABLE message_attachments', DROP_BYTES]) await runner.query(statement);
  }
}

const ATTACHMENTS = `
CREATE TABLE message_attachments (
  workspace_id int NOT NULL,
  message_id uuid NOT NULL,
  number smallint NOT NULL,
  content bytea NOT NULL,
  PRIMARY KEY (workspace_id, message_id, number),
  FOREIGN KEY (workspace_id, message_id) REFERENCES messages ON DELETE CASCADE
);
ALTER TABLE message_attachments ALTER COLUMN content SET STORAGE EXTERNAL;`;

/** Returns the files to where the release before expects them. */
const INLINE = `
UPDATE messages m SET content = jsonb_set(m.content, '{attachments}', files.all_of_it)
FROM (
  SELECT f.workspace_id, f.message_id, jsonb_agg(
    (m.content->'attachments'->f.number::int) || jsonb_build_object('content', translate(encode(f.content, 'base64'), E'\\n', ''))
    ORDER BY f.number) AS all_of_it
  FROM message_attachments f JOIN messages m ON m.workspace_id = f.workspace_id AND m.id = f.message_id
  WHERE m.content ? 'attachments' GROUP BY f.workspace_id, f.message_id) AS files
WHERE m.workspace_id = files.workspace_id AND m.id = files.message_id`;

const DROP_BYTES = 'ALTER TABLE messages DROP COLUMN attachment_bytes';
