import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the words that messages are searched by (ADR 53): those of the subject and of the first recipients. They have a table of
 * their own, because each attempt rewrites the index entries of a message.
 */
export class IndexMessageWords1820000000950 implements MigrationInterface {
  /** Each chunk of earlier messages is a transaction of its own. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [WORDS, TEXT, TABLE, FIND, NOTE]) await runner.query(statement);
    // New messages are noted by the trigger; earlier ones have smaller keys or are noted already.
    let after = { workspace_id: 0, id: '00000000-0000-0000-0000-000000000000' };
    for (;;) {
      const [last] = (await runner.query(NOTE_EARLIER, [after.workspace_id, after.id])) as (typeof after)[];
      if (!last) return;
      after = last;
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of BACK) await runner.query(statement);
  }
}

/** A word begins with its workspace, so that a search reads the entries of one workspace only, without an extension. */
const WORDS = `
CREATE OR REPLACE FUNCTION search_words(workspace int, given text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_to_tsvector(ARRAY(
    SELECT workspace || ':' || left(word, 40)
    FROM regexp_split_to_table(lower(given), '[[:space:][:punct:][:cntrl:]]+') AS word WHERE word <> ''))
$$`;

const TEXT = `
CREATE OR REPLACE FUNCTION message_text(content jsonb, recipients jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT left(concat_ws(' ', content->>'subject', (
    SELECT string_agg(concat_ws(' ', one->>'address', one->>'name'), ' ')
    FROM jsonb_path_query(recipients, 'lax $[0 to 9]') AS one)), 2000)
$$`;

/** A search reads the pending list of the index whole, so it is kept short. */
const TABLE = `
CREATE TABLE IF NOT EXISTS message_words (
  workspace_id int NOT NULL,
  message_id uuid NOT NULL,
  words tsvector NOT NULL,
  PRIMARY KEY (workspace_id, message_id)
);
CREATE INDEX IF NOT EXISTS message_words_search ON message_words USING gin (words) WITH (gin_pending_list_limit = 2048);`;

/** Reads the index whatever the statistics say (ADR 36): a GIN index has bitmap scans only. */
const FIND = `
CREATE OR REPLACE FUNCTION find_message_words(query tsquery, most int) RETURNS TABLE (id uuid) LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET enable_indexscan = off SET enable_indexonlyscan = off SET jit = off AS $$
BEGIN
  RETURN QUERY SELECT w.message_id FROM message_words w WHERE w.words @@ query LIMIT most;
END $$;`;

const NOTE = `
CREATE OR REPLACE FUNCTION note_message_words() RETURNS trigger LANGUAGE plpgsql SET jit = off AS $$
BEGIN
  INSERT INTO message_words (workspace_id, message_id, words)
  SELECT m.workspace_id, m.id, search_words(m.workspace_id, message_text(m.content, m.recipients)) FROM added m
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER messages_note_words AFTER INSERT ON messages
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_message_words();`;

const NOTE_EARLIER = `
WITH earlier AS MATERIALIZED (
  SELECT workspace_id, id, content, recipients FROM messages
  WHERE (workspace_id, id) > ($1, $2) ORDER BY workspace_id, id LIMIT 5000
), noted AS (
  INSERT INTO message_words (workspace_id, message_id, words)
  SELECT workspace_id, id, search_words(workspace_id, message_text(content, recipients)) FROM earlier
  ON CONFLICT DO NOTHING
)
SELECT workspace_id, id FROM earlier ORDER BY workspace_id DESC, id DESC LIMIT 1`;

const BACK = [
  'DROP TRIGGER messages_note_words ON messages',
  'DROP FUNCTION note_message_words()',
  'DROP FUNCTION find_message_words(tsquery, int)',
  'DROP TABLE message_words',
  'DROP FUNCTION message_text(jsonb, jsonb)',
  'DROP FUNCTION search_words(int, text)',
];
