import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds automations with their versions, who is inside, and the steps that were taken. */
export class AddAutomations1820000001120 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [AUTOMATIONS, ENROLMENTS, WAITS, VISITS, MONTHS, COUNTS]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `DROP TABLE step_counts, step_visits, waits, enrolments, automation_triggers, automation_versions, automations`,
    );
  }
}

/** A version never changes. A trigger says what the live version of an automation listens for. */
const AUTOMATIONS = `
CREATE TABLE automations (
  workspace_id int NOT NULL REFERENCES workspaces,
  id uuid NOT NULL,
  name text NOT NULL,
  state text NOT NULL DEFAULT 'draft' CHECK (state IN ('draft', 'live', 'paused', 'draining', 'stopped')),
  live_version int,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, id)
) WITH (fillfactor = 50);
CREATE INDEX automations_page ON automations (workspace_id, created_at, id);
CREATE TABLE automation_versions (
  workspace_id int NOT NULL,
  automation_id uuid NOT NULL,
  version int NOT NULL,
  graph jsonb NOT NULL,
  compiled jsonb NOT NULL,
  hash bytea NOT NULL,
  published_by text,
  published_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, automation_id, version),
  FOREIGN KEY (workspace_id, automation_id) REFERENCES automations ON DELETE CASCADE
);
CREATE TABLE automation_triggers (
  workspace_id int NOT NULL,
  kind text NOT NULL CHECK (kind IN ('event', 'segment', 'list', 'date', 'schedule', 'api')),
  key text NOT NULL,
  automation_id uuid NOT NULL,
  PRIMARY KEY (workspace_id, kind, key, automation_id),
  FOREIGN KEY (workspace_id, automation_id) REFERENCES automations ON DELETE CASCADE
);`;

/**
 * A person inside, at a step of a version. due_at is when a worker may next look at it: to go on, or to look for what happened
 * while its wait was armed, whose deadline is wakes_at then. No foreign keys: there may be millions.
 */
const ENROLMENTS = `
CREATE TABLE enrolments (
  workspace_id int NOT NULL,
  id uuid NOT NULL,
  automation_id uuid NOT NULL,
  version int NOT NULL,
  person_id uuid NOT NULL,
  key text NOT NULL DEFAULT '',
  entry_id uuid NOT NULL,
  step int NOT NULL DEFAULT 0,
  visit int NOT NULL DEFAULT 1,
  rests_since timestamptz(3),
  way text,
  mode text NOT NULL DEFAULT 'go' CHECK (mode IN ('go', 'look')),
  due_at timestamptz(3),
  wakes_at timestamptz(3),
  tries smallint NOT NULL DEFAULT 0,
  error text,
  vars jsonb NOT NULL DEFAULT '{}',
  is_test boolean NOT NULL DEFAULT false,
  entered_at timestamptz(3) NOT NULL DEFAULT now(),
  ended_at timestamptz(3),
  end_reason text CHECK (end_reason IN ('done', 'goal', 'exit', 'left', 'erased', 'merged', 'stopped', 'failed')),
  PRIMARY KEY (workspace_id, id),
  CHECK ((ended_at IS NULL) = (end_reason IS NULL))
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
CREATE UNIQUE INDEX enrolments_running ON enrolments (workspace_id, automation_id, person_id, key) WHERE ended_at IS NULL;
CREATE UNIQUE INDEX enrolments_entry ON enrolments (workspace_id, automation_id, entry_id, person_id);
CREATE INDEX enrolments_due ON enrolments (workspace_id, due_at, id) WHERE due_at IS NOT NULL;
CREATE INDEX enrolments_person ON enrolments (workspace_id, person_id, automation_id);`;

/** What runs listen for. Visit 0 is the whole run, any other the step it rests at then. */
const WAITS = `
CREATE TABLE waits (
  workspace_id int NOT NULL,
  kind text NOT NULL CHECK (kind IN ('event', 'segment', 'message', 'list')),
  key text NOT NULL,
  person_id uuid NOT NULL,
  enrolment_id uuid NOT NULL,
  visit int NOT NULL,
  way text NOT NULL,
  PRIMARY KEY (workspace_id, kind, key, person_id, enrolment_id, visit, way)
);
CREATE INDEX waits_enrolment ON waits (workspace_id, enrolment_id, visit);
CREATE INDEX waits_person ON waits (workspace_id, person_id);`;

/** A row for each step that was left. */
const VISITS = `
CREATE TABLE step_visits (
  workspace_id int NOT NULL,
  enrolment_id uuid NOT NULL,
  visit int NOT NULL,
  automation_id uuid NOT NULL,
  version int NOT NULL,
  step int NOT NULL,
  at timestamptz(3) NOT NULL DEFAULT now(),
  outcome text NOT NULL,
  facts jsonb,
  effect_id uuid,
  PRIMARY KEY (workspace_id, enrolment_id, visit, at)
) PARTITION BY RANGE (at);`;

const MONTHS = `
DO $$
DECLARE month timestamp := date_trunc('month', now() AT TIME ZONE 'UTC');
BEGIN
  FOR ahead IN 0..12 LOOP
    EXECUTE format('CREATE TABLE %I PARTITION OF step_visits FOR VALUES FROM (%L) TO (%L)',
      to_char(month, '"step_visits_"YYYY_MM'), to_char(month, 'YYYY-MM-DD"T00:00:00Z"'),
      to_char(month + interval '1 month', 'YYYY-MM-DD"T00:00:00Z"'));
    month := month + interval '1 month';
  END LOOP;
END $$;`;

/** Slots keep workers that step one automation from waiting for each other. */
const COUNTS = `
CREATE TABLE step_counts (
  workspace_id int NOT NULL,
  automation_id uuid NOT NULL,
  version int NOT NULL,
  step int NOT NULL,
  outcome text NOT NULL,
  day date NOT NULL,
  slot smallint NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (workspace_id, automation_id, version, step, outcome, day, slot)
) WITH (fillfactor = 50);`;
