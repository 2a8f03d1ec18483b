import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds where triggers by date and schedule are, and who enters by a date soon. */
export class AddAutomationClocks1820000001241 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [CLOCKS, ENTRANCES]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE due_entrances, automation_clocks`);
  }
}

/** A trigger by date has a day whose people are looked for next, a schedule its next instant. Both go through people by id. */
const CLOCKS = `
CREATE TABLE automation_clocks (
  workspace_id int NOT NULL,
  automation_id uuid NOT NULL,
  since timestamptz(3) NOT NULL DEFAULT now(),
  next_day date,
  next_at timestamptz(3),
  after_person uuid,
  PRIMARY KEY (workspace_id, automation_id),
  FOREIGN KEY (workspace_id, automation_id) REFERENCES automations ON DELETE CASCADE
);`;

/** The day is that of the attribute: a person enters once for it. */
const ENTRANCES = `
CREATE TABLE due_entrances (
  workspace_id int NOT NULL,
  automation_id uuid NOT NULL,
  person_id uuid NOT NULL,
  day date NOT NULL,
  due_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, automation_id, person_id, day)
);
CREATE INDEX due_entrances_due ON due_entrances (workspace_id, due_at);
CREATE INDEX due_entrances_person ON due_entrances (workspace_id, person_id);`;
