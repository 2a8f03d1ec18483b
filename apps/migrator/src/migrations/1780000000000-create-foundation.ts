import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Rules of this schema: every row has its workspace id and every key begins with it; identifiers are uuid v7 made by
 * us; times are timestamptz(3), so that a cursor made in JavaScript is exact; statuses are checked text.
 */
export class CreateFoundation1780000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [ACCOUNTS, LISTS, PEOPLE, MEMBERSHIPS, MESSAGES, EVENTS, IDEMPOTENCY])
      await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('The first migration cannot be taken back: drop the database instead.');
  }
}

const ACCOUNTS = `
CREATE TABLE workspaces (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  plan text NOT NULL DEFAULT 'free' CHECK (plan IN ('free', 'unlimited')),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE TABLE api_keys (
  workspace_id int NOT NULL REFERENCES workspaces,
  id uuid NOT NULL,
  name text NOT NULL,
  kind text NOT NULL DEFAULT 'public' CHECK (kind IN ('public', 'browser')),
  key text NOT NULL UNIQUE,
  secret_hash bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  revoked_at timestamptz(3),
  PRIMARY KEY (workspace_id, id)
);
CREATE TABLE members (
  workspace_id int NOT NULL REFERENCES workspaces,
  id uuid NOT NULL,
  email text NOT NULL,
  name text NOT NULL,
  role text NOT NULL DEFAULT 'owner' CHECK (role IN ('owner', 'member')),
  password_hash text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, id)
);
CREATE UNIQUE INDEX members_email ON members (lower(email));
CREATE TABLE sessions (
  workspace_id int NOT NULL,
  token_hash bytea NOT NULL UNIQUE,
  member_id uuid NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3) NOT NULL,
  user_agent text,
  PRIMARY KEY (workspace_id, token_hash),
  FOREIGN KEY (workspace_id, member_id) REFERENCES members ON DELETE CASCADE
);
CREATE TABLE sending_domains (
  workspace_id int NOT NULL REFERENCES workspaces,
  id uuid NOT NULL,
  domain text NOT NULL CHECK (domain = lower(domain)),
  connected_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, id),
  UNIQUE (workspace_id, domain)
);
CREATE TABLE integrations (
  workspace_id int NOT NULL REFERENCES workspaces,
  id uuid NOT NULL,
  channel text NOT NULL CHECK (channel IN ('email', 'sms')),
  provider text NOT NULL,
  source text,
  settings jsonb NOT NULL DEFAULT '{}',
  sealed_settings text,
  sender_ids text[] NOT NULL DEFAULT '{}',
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, id),
  UNIQUE (workspace_id, channel, source)
);`;

const LISTS = `
CREATE TABLE lists (
  workspace_id int NOT NULL REFERENCES workspaces,
  id uuid NOT NULL,
  title text NOT NULL,
  description text,
  redirect_url text,
  double_optin boolean NOT NULL DEFAULT false,
  broadcast_count int NOT NULL DEFAULT 0,
  archived_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX lists_page ON lists (workspace_id, created_at, id) WHERE archived_at IS NULL;
CREATE TABLE list_counters (
  workspace_id int NOT NULL,
  list_id uuid NOT NULL,
  slot smallint NOT NULL,
  subscribers bigint NOT NULL,
  PRIMARY KEY (workspace_id, list_id, slot)
) WITH (fillfactor = 50);`;

const PEOPLE = `
CREATE TABLE people (
  workspace_id int NOT NULL REFERENCES workspaces,
  id uuid NOT NULL,
  uid text NOT NULL,
  uid_updateable boolean NOT NULL,
  first_name text,
  last_name text,
  email text,
  number text,
  meta jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, id)
);
CREATE UNIQUE INDEX people_uid ON people (workspace_id, uid);
CREATE INDEX people_page ON people (workspace_id, created_at, id);
-- Who is found by an address or a number: at most one person each, and the row that concurrent joins queue at.
CREATE TABLE person_keys (
  workspace_id int NOT NULL,
  kind text NOT NULL CHECK (kind IN ('email', 'number')),
  value text NOT NULL,
  person_id uuid NOT NULL,
  PRIMARY KEY (workspace_id, kind, value)
);
CREATE INDEX person_keys_person ON person_keys (workspace_id, person_id);`;

const MEMBERSHIPS = `
CREATE TABLE memberships (
  workspace_id int NOT NULL,
  list_id uuid NOT NULL,
  person_id uuid NOT NULL,
  status text NOT NULL CHECK (status IN ('subscribed', 'pending', 'unsubscribed')),
  confirmed_at timestamptz(3),
  joined_at timestamptz(3) NOT NULL DEFAULT now(),
  changed_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, list_id, person_id)
);
CREATE INDEX memberships_page ON memberships (workspace_id, list_id, joined_at, person_id);
CREATE INDEX memberships_person ON memberships (workspace_id, person_id);
-- Every confirmation that was asked for; its link works until it is used or expires.
CREATE TABLE confirmations (
  workspace_id int NOT NULL,
  token_hash bytea NOT NULL UNIQUE,
  list_id uuid NOT NULL,
  person_id uuid NOT NULL,
  address text NOT NULL,
  sent boolean NOT NULL,
  requested_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3) NOT NULL,
  used_at timestamptz(3),
  PRIMARY KEY (workspace_id, token_hash)
);
CREATE INDEX confirmations_age ON confirmations (expires_at);
CREATE INDEX confirmations_address ON confirmations (workspace_id, address, requested_at);
-- Append-only: who agreed or declined, when, how, from where, and which text they saw.
CREATE TABLE consents (
  workspace_id int NOT NULL,
  id uuid NOT NULL,
  list_id uuid NOT NULL,
  person_id uuid NOT NULL,
  action text NOT NULL CHECK (action IN ('requested', 'subscribed', 'confirmed', 'unsubscribed', 'removed')),
  method text NOT NULL,
  address text,
  ip text,
  user_agent text,
  request_id text,
  text_shown text,
  at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX consents_person ON consents (workspace_id, person_id, at);`;

const MESSAGES = `
CREATE TABLE templates (
  workspace_id int NOT NULL REFERENCES workspaces,
  id uuid NOT NULL,
  name text NOT NULL,
  version int NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, id),
  UNIQUE (workspace_id, name)
);
CREATE TABLE template_versions (
  workspace_id int NOT NULL,
  template_id uuid NOT NULL,
  version int NOT NULL,
  subject text,
  html text,
  text text,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, template_id, version),
  FOREIGN KEY (workspace_id, template_id) REFERENCES templates
);
-- due_at is when a worker may look at the row next: a claim moves it ahead by its lease, an end clears it. It keeps its
-- microseconds, since rounding up would hide a new row from the worker that was just woken for it.
CREATE TABLE messages (
  workspace_id int NOT NULL,
  id uuid NOT NULL,
  channel text NOT NULL CHECK (channel IN ('email', 'sms')),
  lane text NOT NULL CHECK (lane IN ('fast', 'bulk')),
  status text NOT NULL DEFAULT 'queued'
    CHECK (status IN ('queued', 'sending', 'sent', 'captured', 'failed', 'suppressed', 'unknown', 'held')),
  due_at timestamptz DEFAULT now(),
  claim int NOT NULL DEFAULT 0,
  attempts int NOT NULL DEFAULT 0,
  list_id uuid,
  source text,
  sender jsonb NOT NULL,
  recipients jsonb NOT NULL,
  content jsonb NOT NULL,
  segments smallint,
  reason text,
  request_id text,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  ended_at timestamptz(3),
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, list_id) REFERENCES lists
) WITH (fillfactor = 80);
ALTER TABLE messages ALTER COLUMN content SET STORAGE EXTERNAL;
CREATE INDEX messages_due ON messages (channel, lane, workspace_id, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX messages_page ON messages (workspace_id, created_at, id);
-- One row per attempt, committed when its network call starts.
CREATE TABLE attempts (
  workspace_id int NOT NULL,
  message_id uuid NOT NULL,
  number int NOT NULL,
  provider text NOT NULL,
  integration_id uuid,
  started_at timestamptz(3) NOT NULL DEFAULT now(),
  ended_at timestamptz(3),
  outcome text CHECK (outcome IN ('accepted', 'refused', 'not_sent', 'unknown')),
  provider_message_id text,
  detail text,
  PRIMARY KEY (workspace_id, message_id, number)
);
-- Exact numbers of deliveries, whatever worker did them: bucket is the upper bound of the latency in milliseconds.
CREATE TABLE delivery_counts (
  workspace_id int NOT NULL,
  day date NOT NULL,
  channel text NOT NULL,
  provider text NOT NULL,
  outcome text NOT NULL,
  bucket int NOT NULL,
  slot smallint NOT NULL,
  count bigint NOT NULL,
  milliseconds bigint NOT NULL,
  PRIMARY KEY (workspace_id, day, channel, provider, outcome, bucket, slot)
);
CREATE TABLE daily_usage (
  workspace_id int NOT NULL,
  day date NOT NULL,
  recipients int NOT NULL,
  PRIMARY KEY (workspace_id, day)
);
CREATE TABLE suppressions (
  workspace_id int NOT NULL,
  address text NOT NULL,
  reason text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, address)
);
CREATE TABLE list_suppressions (
  workspace_id int NOT NULL,
  list_id uuid NOT NULL,
  address text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, list_id, address)
);
CREATE TABLE inbox_messages (
  workspace_id int NOT NULL,
  id uuid NOT NULL,
  message_id uuid NOT NULL,
  channel text NOT NULL,
  sender text NOT NULL,
  recipients text[] NOT NULL,
  subject text,
  raw bytea NOT NULL,
  captured_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, id)
);
CREATE UNIQUE INDEX inbox_messages_message ON inbox_messages (workspace_id, message_id);
CREATE INDEX inbox_messages_page ON inbox_messages (workspace_id, captured_at, id);`;

const EVENTS = `
CREATE TABLE events (
  workspace_id int NOT NULL,
  received_at timestamptz(3) NOT NULL DEFAULT now(),
  id uuid NOT NULL,
  person_id uuid NOT NULL,
  name text NOT NULL,
  value jsonb,
  properties jsonb,
  occurred_at timestamptz(3),
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  -- In the order of the feed; received_at is in it because a key of a partitioned table must hold it.
  PRIMARY KEY (workspace_id, xid, id, received_at)
) PARTITION BY RANGE (received_at);
CREATE INDEX events_person ON events (workspace_id, person_id, received_at, id);
CREATE TABLE event_keys (
  workspace_id int NOT NULL,
  key text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, key)
);
-- By age over all workspaces, for the upkeep that forgets keys.
CREATE INDEX event_keys_age ON event_keys (created_at);`;

const IDEMPOTENCY = `
CREATE TABLE idempotency_keys (
  workspace_id int NOT NULL,
  method text NOT NULL,
  path text NOT NULL,
  key text NOT NULL,
  fingerprint bytea NOT NULL,
  answer jsonb,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, method, path, key)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);`;
