import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds counts by hour and day that are kept by following the feed (ADR 62), and what the feed needs to say for them. */
export class AddInsights1820000001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const before = `, 'previous_status', o.status, 'ended_at', feed_time(n.ended_at)`;
    for (const statement of [COUNTS, EVENTS, POSITIONS, messagesWith(before), judgedWith(`, 'reclassified', true`)])
      await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of [messagesWith(''), judgedWith(''), BACK]) await runner.query(statement);
  }
}

/** An hour begins with that of the workspace's time zone, so that hours add up to its days. Rows are updated in place. */
const COUNTS = `
CREATE TABLE activity_hours (
  workspace_id int NOT NULL,
  hour timestamptz(3) NOT NULL,
  what text NOT NULL,
  channel text NOT NULL CHECK (channel IN ('email', 'sms', 'any')),
  count bigint NOT NULL,
  PRIMARY KEY (workspace_id, hour, what, channel)
) WITH (fillfactor = 60);
CREATE TABLE event_minutes (
  workspace_id int NOT NULL,
  minute timestamptz(3) NOT NULL,
  count int NOT NULL,
  PRIMARY KEY (workspace_id, minute)
) WITH (fillfactor = 60);
-- By age over all workspaces, for the upkeep that forgets minutes.
CREATE INDEX event_minutes_age ON event_minutes (minute);`;

/** people: a sketch of who did it, exact for few (people-sketch.ts). It is written only when somebody new is in it. */
const EVENTS = `
CREATE TABLE event_name_hours (
  workspace_id int NOT NULL,
  hour timestamptz(3) NOT NULL,
  name text NOT NULL,
  count int NOT NULL,
  PRIMARY KEY (workspace_id, hour, name)
) WITH (fillfactor = 60);
CREATE INDEX event_name_hours_age ON event_name_hours (hour);
CREATE TABLE event_name_days (
  workspace_id int NOT NULL,
  day date NOT NULL,
  name text NOT NULL,
  count int NOT NULL,
  PRIMARY KEY (workspace_id, day, name)
) WITH (fillfactor = 60);
CREATE TABLE event_name_people (
  workspace_id int NOT NULL,
  day date NOT NULL,
  name text NOT NULL,
  people bytea NOT NULL,
  PRIMARY KEY (workspace_id, day, name)
);`;

/** The last entry that the counts of a workspace contain. A worker locks the row while it counts. */
const POSITIONS = `
CREATE TABLE insight_positions (
  workspace_id int NOT NULL REFERENCES workspaces,
  source text NOT NULL CHECK (source IN ('feed', 'events')),
  xid xid8 NOT NULL DEFAULT '0',
  id uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
  -- Older events are counted, so that their months need not be looked at.
  since timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, source)
) WITH (fillfactor = 50);`;

const STATUSES = `(
    'sent', 'delivered', 'bounced', 'complained', 'captured', 'failed', 'suppressed', 'unknown', 'canceled')`;

/** Keeps its plan and returns early, as since migration 1820000000940. */
const messagesWith = (more: string) => `
CREATE OR REPLACE FUNCTION feed_messages() RETURNS trigger LANGUAGE plpgsql
SET enable_nestloop = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE moment text;
BEGIN
  IF NOT EXISTS (SELECT FROM new_rows n WHERE n.status IN ${STATUSES}) THEN
    RETURN NULL;
  END IF;
  moment := left(feed_id()::text, 19);
  INSERT INTO feed_entries (workspace_id, id, type, data)
  SELECT n.workspace_id, (moment || substr(gen_random_uuid()::text, 20))::uuid, 'message.' || n.status, jsonb_build_object(
    'message_id', n.id, 'channel', n.channel, 'status', n.status, 'reason', n.reason, 'list_id', n.list_id,
    'recipients', n.recipients, 'created_at', feed_time(n.created_at), 'tags', coalesce(to_jsonb(n.tags), '[]'),
    'metadata', coalesce(n.metadata, '{}')${more})
  FROM new_rows n JOIN old_rows o ON o.workspace_id = n.workspace_id AND o.id = n.id
  WHERE n.status <> o.status AND n.status IN ${STATUSES};
  RETURN NULL;
END $$;`;

const judgedWith = (more: string) => `
CREATE OR REPLACE FUNCTION feed_judged_hit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO feed_entries (workspace_id, type, data)
  SELECT NEW.workspace_id, CASE NEW.kind WHEN 'open' THEN 'message.opened' ELSE 'message.clicked' END, jsonb_build_object(
    'message_id', NEW.message_id, 'hit_id', NEW.id,
    'url', (SELECT content_of(m.workspace_id, m.content)->'links'->>NEW.link FROM messages m WHERE m.workspace_id = NEW.workspace_id AND m.id = NEW.message_id),
    'at', feed_time(NEW.at), 'machine', NEW.machine, 'reason', NEW.reason, 'user_agent', NEW.user_agent${more});
  RETURN NULL;
END $$;`;

const BACK = `
DROP TABLE insight_positions, event_name_people, event_name_days, event_name_hours, event_minutes, activity_hours`;
