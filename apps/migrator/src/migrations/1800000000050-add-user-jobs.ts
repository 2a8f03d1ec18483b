import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds durable jobs on people (batches, merges, erasures), and the people each message went to. */
export class AddUserJobs1800000000050 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [JOBS, ITEMS, CONFIRMATIONS, EVENT_KEYS, MESSAGE_PEOPLE, NOTE_PEOPLE, KEEP_PEOPLE])
      await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of BACK) await runner.query(statement);
  }
}

/**
 * due_at is when a worker may next look at the row: a claim advances it by its lease, the end clears it. Jobs with a
 * line run one after the other, in the order of their ids; other jobs of the workspace run concurrently. A job moves
 * the rows of from_person to to_person, or erases them when that is null.
 */
const JOBS = `
CREATE TABLE user_jobs (
  workspace_id int NOT NULL REFERENCES workspaces,
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('batch', 'merge', 'erasure')),
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'running', 'done', 'failed')),
  in_line boolean NOT NULL,
  due_at timestamptz DEFAULT now(),
  claim int NOT NULL DEFAULT 0,
  -- Claims since it last came ahead.
  attempts int NOT NULL DEFAULT 0,
  total int NOT NULL,
  done int NOT NULL DEFAULT 0,
  failed int NOT NULL DEFAULT 0,
  details jsonb NOT NULL DEFAULT '{}',
  from_person uuid,
  to_person uuid,
  -- Those of from_person, until nothing is looked for any more.
  addresses text[] NOT NULL DEFAULT '{}',
  sweeps smallint NOT NULL DEFAULT 0,
  -- The last key of an event that was taken along since the last sweep.
  keys_after text COLLATE "C",
  error text,
  request_id text,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  started_at timestamptz(3),
  ended_at timestamptz(3),
  PRIMARY KEY (workspace_id, id)
) WITH (fillfactor = 70);
CREATE INDEX user_jobs_in_line ON user_jobs (workspace_id, id) WHERE due_at IS NOT NULL AND in_line;
CREATE INDEX user_jobs_due ON user_jobs (workspace_id, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX user_jobs_page ON user_jobs (workspace_id, created_at, id);
CREATE INDEX user_jobs_person ON user_jobs (workspace_id, to_person) WHERE to_person IS NOT NULL;
CREATE INDEX user_jobs_age ON user_jobs (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX user_jobs_open_by_key ON user_jobs (workspace_id) WHERE ended_at IS NULL AND details->>'level' = 'key';
CREATE INDEX user_jobs_source ON user_jobs (workspace_id, (details->>'source')) WHERE kind = 'merge';
CREATE INDEX user_jobs_destination ON user_jobs (workspace_id, (details->>'destination')) WHERE kind = 'merge';`;

/** The payload of an item is deleted once the item is settled; items expire with their batch. */
const ITEMS = `
CREATE TABLE batch_items (
  workspace_id int NOT NULL,
  job_id uuid NOT NULL,
  index int NOT NULL,
  type text,
  uid text,
  body jsonb,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'done', 'failed')),
  error text,
  notices text[] NOT NULL DEFAULT '{}',
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, job_id, index),
  FOREIGN KEY (workspace_id, job_id) REFERENCES user_jobs ON DELETE CASCADE
) WITH (fillfactor = 70);
-- By age over all workspaces, for the upkeep: it deletes them in its small steps, before their batch.
CREATE INDEX batch_items_age ON batch_items (created_at);
CREATE INDEX batch_items_uid ON batch_items (workspace_id, uid) WHERE uid IS NOT NULL;`;

const CONFIRMATIONS = `
CREATE INDEX confirmations_person ON confirmations (workspace_id, person_id);`;

/** The keys of a person's events begin with the person: in byte order they are adjacent, in any locale. */
const EVENT_KEYS = `
ALTER TABLE event_keys ALTER COLUMN key TYPE text COLLATE "C";`;

/**
 * Each address of a message, as spelled in person_keys, and the person found by it when the message was stored. If
 * there was none, it is the person found by it now.
 */
const MESSAGE_PEOPLE = `
CREATE TABLE message_people (
  workspace_id int NOT NULL,
  address text NOT NULL,
  message_id uuid NOT NULL,
  person_id uuid,
  PRIMARY KEY (workspace_id, address, message_id)
);
CREATE INDEX message_people_person ON message_people (workspace_id, person_id, message_id) WHERE person_id IS NOT NULL;`;

/**
 * A recipient includes its key where lower() is not sufficient. The path in lax mode accepts any column content, and
 * values too long for an index are cut, so that this never fails an insert. A function keeps its plan for the session:
 * LIMIT and the first setting ensure that a plan made while there were few keys still uses index lookups. A hundred
 * rows then cost a millisecond or two; compiling that plan would cost a hundred.
 */
const NOTE_PEOPLE = `
CREATE FUNCTION note_message_people() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off SET jit = off AS $$
BEGIN
  INSERT INTO message_people (workspace_id, address, message_id, person_id)
  SELECT m.workspace_id, r.address, m.id, k.person_id
  FROM added m
  CROSS JOIN LATERAL (
    SELECT left(lower(coalesce(each->>'key', each->>'address')), 500) AS address
    FROM jsonb_path_query(m.recipients, 'lax $[*] ? (@.address.type() == "string")') AS each) AS r
  LEFT JOIN LATERAL (
    SELECT key.person_id FROM person_keys key
    WHERE key.workspace_id = m.workspace_id AND key.kind = CASE m.channel WHEN 'sms' THEN 'number' ELSE 'email' END
      AND key.value = r.address
    LIMIT 1) AS k ON true
  WHERE r.address IS NOT NULL
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER messages_note_people AFTER INSERT ON messages
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_message_people();`;

/**
 * A person who is no longer found by an address keeps the messages sent to it before they were known: when the address
 * changes, and when the person is removed. An id that was only proposed for a key belongs to no person.
 */
const KEEP_PEOPLE = `
CREATE FUNCTION keep_messages_of_key() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off SET jit = off AS $$
BEGIN
  UPDATE message_people mp SET person_id = OLD.person_id
  WHERE mp.workspace_id = OLD.workspace_id AND mp.address = OLD.value AND mp.person_id IS NULL
    AND EXISTS (SELECT FROM people p WHERE p.workspace_id = OLD.workspace_id AND p.id = OLD.person_id);
  RETURN NULL;
END $$;
CREATE TRIGGER person_keys_keep_messages_passed AFTER UPDATE ON person_keys FOR EACH ROW
  WHEN (OLD.person_id <> NEW.person_id AND OLD.kind <> 'device') EXECUTE FUNCTION keep_messages_of_key();
CREATE TRIGGER person_keys_keep_messages_dropped AFTER DELETE ON person_keys FOR EACH ROW
  WHEN (OLD.kind <> 'device') EXECUTE FUNCTION keep_messages_of_key();
CREATE FUNCTION keep_messages_of_person() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off SET jit = off AS $$
BEGIN
  UPDATE message_people mp SET person_id = OLD.id FROM person_keys key
  WHERE key.workspace_id = OLD.workspace_id AND key.person_id = OLD.id AND key.kind <> 'device'
    AND mp.workspace_id = OLD.workspace_id AND mp.address = key.value AND mp.person_id IS NULL;
  RETURN OLD;
END $$;
CREATE TRIGGER people_keep_messages BEFORE DELETE ON people FOR EACH ROW EXECUTE FUNCTION keep_messages_of_person();`;

const BACK = [
  `DROP TRIGGER people_keep_messages ON people`,
  `DROP TRIGGER person_keys_keep_messages_dropped ON person_keys`,
  `DROP TRIGGER person_keys_keep_messages_passed ON person_keys`,
  `DROP FUNCTION keep_messages_of_person()`,
  `DROP FUNCTION keep_messages_of_key()`,
  `DROP TRIGGER messages_note_people ON messages`,
  `DROP FUNCTION note_message_people()`,
  `DROP TABLE message_people`,
  `ALTER TABLE event_keys ALTER COLUMN key TYPE text COLLATE "default"`,
  `DROP INDEX confirmations_person`,
  `DROP TABLE batch_items`,
  `DROP TABLE user_jobs`,
];
