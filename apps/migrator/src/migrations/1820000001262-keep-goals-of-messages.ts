import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Keeps the goals that a group of messages has had, and the click that won each event. The table of goals without a
 * history stays for the release that reads it; what it holds is copied once both are there.
 */
export class KeepGoalsOfMessages1820000001262 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [VERSIONS, CLICKS, MARKS]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE conversion_goal_versions, conversion_clicks, conversion_people');
  }
}

/** The goal of a group from a moment on; null for none. */
const VERSIONS = `
CREATE TABLE conversion_goal_versions (
  workspace_id int NOT NULL,
  group_id uuid NOT NULL,
  since timestamptz(3) NOT NULL DEFAULT now(),
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  owner_id uuid NOT NULL,
  goal jsonb,
  PRIMARY KEY (workspace_id, group_id, since)
)`;

/** The click that won an event, and the goal that it met: they outlive the message. */
const CLICKS = `
CREATE TABLE conversion_clicks (
  workspace_id int NOT NULL,
  event_id uuid NOT NULL,
  goal_id uuid NOT NULL,
  clicked_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, event_id)
)`;

/** People to attribute again, because they were merged. */
const MARKS = `
CREATE TABLE conversion_people (
  workspace_id int NOT NULL,
  person_id uuid NOT NULL,
  PRIMARY KEY (workspace_id, person_id)
)`;
