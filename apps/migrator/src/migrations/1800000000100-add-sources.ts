import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds external systems that send events, the events they sent, and the people behind their ids. */
export class AddSources1800000000100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [SOURCES, SOURCE_EVENTS, SOURCE_PEOPLE]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of BACK) await runner.query(statement);
  }
}

/** One worker at a time processes a source: `claim` fences off a previous worker whose lease has expired. */
const SOURCES = `
CREATE TABLE sources (
  workspace_id int NOT NULL REFERENCES workspaces,
  id uuid NOT NULL,
  kind text NOT NULL,
  name text NOT NULL,
  settings jsonb NOT NULL DEFAULT '{}',
  sealed_settings text,
  unknown_person text NOT NULL DEFAULT 'create' CHECK (unknown_person IN ('create', 'park')),
  enabled boolean NOT NULL DEFAULT true,
  -- The one that calls with API credentials go to, instead of to a secret address.
  by_key boolean NOT NULL DEFAULT false,
  accepted bigint NOT NULL DEFAULT 0,
  repeated bigint NOT NULL DEFAULT 0,
  accepted_at timestamptz(3),
  refused bigint NOT NULL DEFAULT 0,
  refused_at timestamptz(3),
  refusal text,
  claim int NOT NULL DEFAULT 0,
  leased_until timestamptz(3) NOT NULL DEFAULT '-infinity',
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, id)
);
CREATE UNIQUE INDEX sources_by_key ON sources (workspace_id, kind) WHERE by_key`;

/** The key is the sender's own id, so that a repeated event is one row. A row is due while it has work left. */
const SOURCE_EVENTS = `
CREATE TABLE source_events (
  workspace_id int NOT NULL,
  source_id uuid NOT NULL,
  event_id text NOT NULL,
  id uuid NOT NULL,
  -- Null once only the id is kept, by which a call that is played again is known.
  payload jsonb,
  -- What the caller knew: the key alone, which anybody can read, or a secret.
  level text NOT NULL DEFAULT 'full' CHECK (level IN ('key', 'full')),
  state text NOT NULL DEFAULT 'received' CHECK (state IN ('received', 'processed', 'ignored', 'parked', 'failed')),
  due_at timestamptz(3) DEFAULT now(),
  attempts smallint NOT NULL DEFAULT 0,
  -- Whose events have to wait for this one, while it is tried again.
  holds text,
  reason text,
  notices text[] NOT NULL DEFAULT '{}',
  event text,
  uid text,
  request_id text,
  received_at timestamptz(3) NOT NULL DEFAULT now(),
  ended_at timestamptz(3),
  PRIMARY KEY (workspace_id, source_id, event_id),
  FOREIGN KEY (workspace_id, source_id) REFERENCES sources ON DELETE CASCADE,
  CHECK ((due_at IS NOT NULL) = (state = 'received')),
  CHECK (payload IS NOT NULL OR due_at IS NULL)
);
CREATE INDEX source_events_due ON source_events (workspace_id, source_id, due_at, id) WHERE due_at IS NOT NULL;
CREATE INDEX source_events_holding ON source_events (workspace_id, source_id) WHERE holds IS NOT NULL;
CREATE INDEX source_events_newest ON source_events (workspace_id, source_id, received_at, id)
  WHERE payload IS NOT NULL;
CREATE INDEX source_events_undone ON source_events (workspace_id, source_id, state, received_at, id)
  WHERE state IN ('received', 'parked', 'failed') AND payload IS NOT NULL;
CREATE INDEX source_events_whole ON source_events (received_at) WHERE payload IS NOT NULL;
CREATE INDEX source_events_age ON source_events (received_at);
CREATE INDEX source_events_uid ON source_events (workspace_id, uid) WHERE uid IS NOT NULL`;

/** The people that the sender's ids refer to. */
const SOURCE_PEOPLE = `
CREATE TABLE source_people (
  workspace_id int NOT NULL,
  source_id uuid NOT NULL,
  external text NOT NULL,
  uid text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, source_id, external),
  FOREIGN KEY (workspace_id, source_id) REFERENCES sources ON DELETE CASCADE
);
CREATE INDEX source_people_uid ON source_people (workspace_id, uid)`;

const BACK = ['DROP TABLE source_people', 'DROP TABLE source_events', 'DROP TABLE sources'];
