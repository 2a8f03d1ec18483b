import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Keeps the goals that a group of messages has had, and the click that won each event. The table of goals without a
 * history stays for the release that reads it. A new database makes that table later, and has nothing to copy.
 */
export class KeepGoalsOfMessages1820000001262 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [VERSIONS, CLICKS, MARKS]) await runner.query(statement);
    if (await runner.hasTable('conversion_goals')) for (const statement of COPY) await runner.query(statement);
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

/** What stood until now is the goal of all former messages. An event is no earlier than its click. */
const COPY = [
  `INSERT INTO conversion_goal_versions (workspace_id, group_id, since, owner_id, goal)
   SELECT workspace_id, group_id, '-infinity', owner_id, goal FROM conversion_goals`,
  `INSERT INTO conversion_clicks (workspace_id, event_id, goal_id, clicked_at)
   SELECT c.workspace_id, c.event_id, v.id, c.at FROM conversions c
   JOIN conversion_goal_versions v ON v.workspace_id = c.workspace_id AND v.owner_id = c.owner_id
   ON CONFLICT DO NOTHING`,
];
