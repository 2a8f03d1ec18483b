import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds contents that many messages share by reference (ADR 44). */
export class AddMessageContents1820000000801 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [CONTENTS, CONTENT_OF, ...feedWith('content_of(m.workspace_id, m.content)')])
      await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of [...feedWith('m.content'), ...BACK]) await runner.query(statement);
  }
}

/** A row never changes. `links` are the targets of its tracked links by number; `variables` are the names that it uses. */
const CONTENTS = `
CREATE TABLE message_contents (
  workspace_id int NOT NULL,
  id uuid NOT NULL,
  subject text NOT NULL,
  html text,
  text text,
  variables text[] NOT NULL,
  links jsonb,
  track jsonb,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, id)
);`;

/** The content of a message: what it stores itself, and what it refers to. */
const CONTENT_OF = `
CREATE FUNCTION content_of(workspace int, content jsonb) RETURNS jsonb LANGUAGE plpgsql STABLE SET enable_seqscan = off AS $$
BEGIN
  IF content->>'ref' IS NULL THEN RETURN content; END IF;
  RETURN coalesce((
    SELECT jsonb_strip_nulls(jsonb_build_object('html', c.html, 'text', c.text, 'links', c.links, 'track', c.track))
    FROM message_contents c WHERE c.workspace_id = workspace AND c.id = (content->>'ref')::uuid), '{}') || content;
END $$;`;

/** Opens and clicks in the feed name the target of their link. */
const feedWith = (content: string) => [
  `
CREATE OR REPLACE FUNCTION feed_hits() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO feed_entries (workspace_id, type, data)
  SELECT h.workspace_id, CASE h.kind WHEN 'open' THEN 'message.opened' ELSE 'message.clicked' END, jsonb_build_object(
    'message_id', h.message_id, 'hit_id', h.id, 'url', ${content}->'links'->>h.link, 'at', feed_time(h.at), 'machine', h.machine,
    'reason', h.reason, 'user_agent', h.user_agent)
  FROM new_rows h LEFT JOIN messages m ON h.kind = 'click' AND m.workspace_id = h.workspace_id AND m.id = h.message_id;
  RETURN NULL;
END $$;`,
  `
CREATE OR REPLACE FUNCTION feed_judged_hit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO feed_entries (workspace_id, type, data)
  SELECT NEW.workspace_id, CASE NEW.kind WHEN 'open' THEN 'message.opened' ELSE 'message.clicked' END, jsonb_build_object(
    'message_id', NEW.message_id, 'hit_id', NEW.id,
    'url', (SELECT ${content}->'links'->>NEW.link FROM messages m WHERE m.workspace_id = NEW.workspace_id AND m.id = NEW.message_id),
    'at', feed_time(NEW.at), 'machine', NEW.machine, 'reason', NEW.reason, 'user_agent', NEW.user_agent);
  RETURN NULL;
END $$;`,
];

const BACK = [`DROP FUNCTION content_of(int, jsonb)`, `DROP TABLE message_contents`];
