import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds what is drawn and not live yet, and what pausing, draining and stopping need. */
export class ControlAutomations1820000001180 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [AUTOMATIONS, ENROLMENTS]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX enrolments_page; ALTER TABLE enrolments DROP COLUMN held_at`);
    await runner.query(
      `ALTER TABLE automations DROP COLUMN draft, DROP COLUMN enters, DROP COLUMN note, DROP COLUMN paused_at,
         DROP COLUMN group_id, DROP COLUMN is_ending`,
    );
  }
}

/** `enters` is false while nobody may come in; `note` says why, if nobody asked for it. Messages of one life are a group. */
const AUTOMATIONS = `
ALTER TABLE automations
  ADD COLUMN draft jsonb,
  ADD COLUMN enters boolean NOT NULL DEFAULT true,
  ADD COLUMN note text,
  ADD COLUMN paused_at timestamptz(3),
  ADD COLUMN group_id uuid,
  ADD COLUMN is_ending boolean NOT NULL DEFAULT false`;

/** When a run was due that a pause holds back: it leaves the index of what is due. */
const ENROLMENTS = `
ALTER TABLE enrolments ADD COLUMN held_at timestamptz(3);
CREATE INDEX enrolments_page ON enrolments (workspace_id, automation_id, entered_at, id)`;
