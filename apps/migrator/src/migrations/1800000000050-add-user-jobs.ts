import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Durable work on people (batches, merging, erasing), and which message went to whom. */
export class AddUserJobs1800000000050 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [JOBS, ITEMS, CONFIRMATIONS, EVENT_KEYS, MESSAGE_PEOPLE, NOTE_PEOPLE])
      await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of BACK) await runner.query(statement);
  }
}

/**
 * due_at is when a worker may look at the row next: a claim moves it ahead by its lease, the end clears it. Jobs in line
 * run one after the other, in the order of their ids; others of the workspace run beside them. What is moved or erased is
 * the rows of from_person: to to_person, or away when it is null.
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
CREATE INDEX user_jobs_age ON user_jobs (ended_at) WHERE ended_at IS NOT NULL;`;

/** What an item says is forgotten as soon as it is settled; they expire like their batch. */
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
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, job_id, index),
  FOREIGN KEY (workspace_id, job_id) REFERENCES user_jobs ON DELETE CASCADE
) WITH (fillfactor = 70);
-- By age over all workspaces, for the upkeep: it deletes them in its small steps, before their batch.
CREATE INDEX batch_items_age ON batch_items (created_at);`;

const CONFIRMATIONS = `
CREATE INDEX confirmations_person ON confirmations (workspace_id, person_id);`;

/** The keys of a person's events begin with the person: in the order of bytes they stand side by side, in any locale. */
const EVENT_KEYS = `
ALTER TABLE event_keys ALTER COLUMN key TYPE text COLLATE "C";`;

/** Of the people who were known by the address when the message was stored. */
const MESSAGE_PEOPLE = `
CREATE TABLE message_people (
  workspace_id int NOT NULL,
  person_id uuid NOT NULL,
  message_id uuid NOT NULL,
  PRIMARY KEY (workspace_id, person_id, message_id)
);`;

/**
 * The path in lax mode takes whatever stands in the column, so that this never fails an insert. A function keeps its plan
 * for the session: LIMIT and the first setting see to it that a plan made while the keys were few still looks each one up.
 * A hundred rows then cost about a millisecond; compiling that plan would cost a hundred.
 */
const NOTE_PEOPLE = `
CREATE FUNCTION note_message_people() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off SET jit = off AS $$
BEGIN
  INSERT INTO message_people (workspace_id, person_id, message_id)
  SELECT m.workspace_id, k.person_id, m.id
  FROM added m
  CROSS JOIN LATERAL jsonb_path_query(m.recipients, 'lax $[*].address') AS r(address)
  CROSS JOIN LATERAL (
    SELECT key.person_id FROM person_keys key
    WHERE key.workspace_id = m.workspace_id AND key.kind = CASE m.channel WHEN 'sms' THEN 'number' ELSE 'email' END
      AND key.value = lower(r.address #>> '{}')
    LIMIT 1) AS k
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER messages_note_people AFTER INSERT ON messages
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_message_people();`;

const BACK = [
  `DROP TRIGGER messages_note_people ON messages`,
  `DROP FUNCTION note_message_people()`,
  `DROP TABLE message_people`,
  `ALTER TABLE event_keys ALTER COLUMN key TYPE text COLLATE "default"`,
  `DROP INDEX confirmations_person`,
  `DROP TABLE batch_items`,
  `DROP TABLE user_jobs`,
];
