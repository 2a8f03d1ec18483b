import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds segments with their members, the log of changes, and the counts of events that their conditions read. */
export class AddSegments1820000000900 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [ZONE, VALUES, SEGMENTS, MEMBERS, COUNTS, POSITIONS, TOUCHED, VACUUM])
      await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of BACK) await runner.query(statement);
  }
}

/** Days of segments are those of this zone. */
const ZONE = `
ALTER TABLE workspaces ADD COLUMN time_zone text NOT NULL DEFAULT 'UTC';`;

/**
 * calendar_day reads the day that a text begins with, and null if it begins with none: a cast would fail for the 30th of
 * February. person_bucket takes the place of a person among 10,000 from the random bits of the id.
 */
const VALUES = `
CREATE FUNCTION calendar_day(value text) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN value ~ '^(19|[2-9][0-9])[0-9][0-9]-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])($|[T ])'
    THEN CASE WHEN substr(value, 9, 2)::int <= extract(day FROM
      make_date(substr(value, 1, 4)::int, substr(value, 6, 2)::int, 1) + interval '1 month' - interval '1 day')
      THEN make_date(substr(value, 1, 4)::int, substr(value, 6, 2)::int, substr(value, 9, 2)::int) END END
$$;
CREATE FUNCTION person_bucket(id uuid) RETURNS smallint LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT (('x' || right(id::text, 8))::bit(32)::bigint % 10000)::smallint
$$;`;

/**
 * A build evaluates everybody, slice by slice: due_at is when a worker may next look at it, build_after the last person
 * that was evaluated.
 */
const SEGMENTS = `
CREATE TABLE segments (
  workspace_id int NOT NULL REFERENCES workspaces,
  id uuid NOT NULL,
  name text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('live', 'snapshot', 'manual')),
  tree jsonb CHECK ((tree IS NULL) = (kind = 'manual')),
  version int NOT NULL DEFAULT 1,
  announces boolean NOT NULL DEFAULT false,
  member_count bigint NOT NULL DEFAULT 0,
  counted_at timestamptz(3),
  checked_at timestamptz(3) NOT NULL DEFAULT now(),
  due_at timestamptz,
  attempts int NOT NULL DEFAULT 0,
  error text,
  build_cause text CHECK (build_cause IN ('definition', 'refresh', 'time', 'repair')),
  build_after uuid,
  build_done bigint NOT NULL DEFAULT 0,
  build_of bigint NOT NULL DEFAULT 0,
  archived_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, id)
) WITH (fillfactor = 50);
CREATE INDEX segments_page ON segments (workspace_id, created_at, id) WHERE archived_at IS NULL;
CREATE INDEX segments_due ON segments (due_at, workspace_id) WHERE due_at IS NOT NULL;
CREATE TABLE segment_versions (
  workspace_id int NOT NULL,
  segment_id uuid NOT NULL,
  version int NOT NULL,
  tree jsonb,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, segment_id, version),
  FOREIGN KEY (workspace_id, segment_id) REFERENCES segments ON DELETE CASCADE
);
-- What a segment depends on. The key of an event is the id of what is counted.
CREATE TABLE segment_uses (
  workspace_id int NOT NULL,
  segment_id uuid NOT NULL,
  what text NOT NULL CHECK (what IN ('attribute', 'field', 'list', 'event', 'segment', 'suppression', 'day')),
  key text NOT NULL,
  PRIMARY KEY (workspace_id, segment_id, what, key),
  FOREIGN KEY (workspace_id, segment_id) REFERENCES segments ON DELETE CASCADE
);
CREATE INDEX segment_uses_key ON segment_uses (workspace_id, what, key);`;

/** No foreign key from members and changes: there may be millions, which upkeep deletes in steps. */
const MEMBERS = `
CREATE TABLE segment_members (
  workspace_id int NOT NULL,
  segment_id uuid NOT NULL,
  person_id uuid NOT NULL,
  since timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, segment_id, person_id)
);
CREATE INDEX segment_members_person ON segment_members (workspace_id, person_id);
-- Read in the order of (xid, id), as the feed.
CREATE TABLE segment_changes (
  workspace_id int NOT NULL,
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  id uuid NOT NULL DEFAULT feed_id(),
  segment_id uuid NOT NULL,
  person_id uuid NOT NULL,
  entered boolean NOT NULL,
  cause text NOT NULL CHECK (cause IN ('change', 'time', 'definition', 'refresh', 'repair', 'manual')),
  cause_id uuid,
  at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, xid, id)
);
CREATE INDEX segment_changes_segment ON segment_changes (workspace_id, segment_id, xid, id);
CREATE INDEX segment_changes_person ON segment_changes (workspace_id, person_id, segment_id, at);
-- By age over all workspaces, for the upkeep that forgets changes.
CREATE INDEX segment_changes_age ON segment_changes (at);`;

/**
 * A name is an event, or an event with tests of its properties, counted by the days of one zone. Entries of the feed up to
 * its start are counted by a backfill, person by person; later ones when they arrive.
 */
const COUNTS = `
CREATE TABLE event_names (
  workspace_id int NOT NULL REFERENCES workspaces,
  id int NOT NULL GENERATED ALWAYS AS IDENTITY,
  hash bytea NOT NULL,
  zone text NOT NULL,
  name text NOT NULL,
  tests jsonb NOT NULL DEFAULT '[]',
  start_xid xid8 NOT NULL,
  start_id uuid NOT NULL,
  backfill_after uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
  backfilled_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, id),
  UNIQUE (workspace_id, zone, hash)
);
CREATE TABLE event_totals (
  workspace_id int NOT NULL,
  name_id int NOT NULL,
  person_id uuid NOT NULL,
  count bigint NOT NULL,
  first_at timestamptz(3) NOT NULL,
  last_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, name_id, person_id)
) WITH (fillfactor = 85);
CREATE INDEX event_totals_person ON event_totals (workspace_id, person_id);
CREATE TABLE event_days (
  workspace_id int NOT NULL,
  name_id int NOT NULL,
  person_id uuid NOT NULL,
  day date NOT NULL,
  count int NOT NULL,
  PRIMARY KEY (workspace_id, name_id, person_id, day)
) WITH (fillfactor = 70);
-- Counts of names that no segment uses any more, until upkeep has deleted them.
CREATE TABLE retired_event_names (
  workspace_id int NOT NULL,
  id int NOT NULL,
  PRIMARY KEY (workspace_id, id)
);`;

/** The last entry of the feed that the members of a workspace show. A worker locks the row while it works. */
const POSITIONS = `
CREATE TABLE segment_positions (
  workspace_id int PRIMARY KEY REFERENCES workspaces,
  xid xid8 NOT NULL DEFAULT pg_snapshot_xmin(pg_current_snapshot()),
  id uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
  day date,
  moved_at timestamptz(3) NOT NULL DEFAULT now()
) WITH (fillfactor = 50);`;

/**
 * People to look at again who are in no entry of the feed. Addresses come from triggers, and only in workspaces with
 * segments.
 */
const TOUCHED = `
CREATE TABLE touched_people (
  workspace_id int NOT NULL,
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  id uuid NOT NULL DEFAULT feed_id(),
  person_id uuid,
  address text,
  PRIMARY KEY (workspace_id, xid, id),
  CHECK ((person_id IS NULL) <> (address IS NULL))
);
CREATE INDEX touched_people_person ON touched_people (workspace_id, person_id) WHERE person_id IS NOT NULL;
CREATE FUNCTION touch_addresses() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO touched_people (workspace_id, address)
  SELECT DISTINCT c.workspace_id, c.address FROM changed c
  JOIN segment_positions p ON p.workspace_id = c.workspace_id;
  RETURN NULL;
END $$;
CREATE TRIGGER suppressions_touch_added AFTER INSERT ON suppressions REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION touch_addresses();
CREATE TRIGGER suppressions_touch_removed AFTER DELETE ON suppressions REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION touch_addresses();
CREATE TRIGGER list_suppressions_touch_added AFTER INSERT ON list_suppressions REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION touch_addresses();
CREATE TRIGGER list_suppressions_touch_removed AFTER DELETE ON list_suppressions REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION touch_addresses();`;

const SETTINGS = `SET (
  autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000,
  autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02,
  autovacuum_analyze_threshold = 2000, autovacuum_vacuum_cost_limit = 1000)`;
const VACUUM = ['segment_members', 'segment_changes', 'event_totals', 'event_days', 'touched_people']
  .map((table) => `ALTER TABLE ${table} ${SETTINGS};`)
  .join('\n');

const BACK = [
  `DROP TRIGGER list_suppressions_touch_removed ON list_suppressions`,
  `DROP TRIGGER list_suppressions_touch_added ON list_suppressions`,
  `DROP TRIGGER suppressions_touch_removed ON suppressions`,
  `DROP TRIGGER suppressions_touch_added ON suppressions`,
  `DROP FUNCTION touch_addresses`,
  `DROP TABLE touched_people, segment_positions, retired_event_names, event_days, event_totals, event_names,
    segment_changes, segment_members, segment_uses, segment_versions, segments`,
  `DROP FUNCTION person_bucket, calendar_day`,
  `ALTER TABLE workspaces DROP COLUMN time_zone`,
];
