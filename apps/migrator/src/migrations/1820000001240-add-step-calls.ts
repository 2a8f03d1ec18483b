import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the calls that steps of automations make, and the secret that signs them. */
export class AddStepCalls1820000001240 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [CALLS, SECRETS]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE step_calls, automation_secrets`);
  }
}

/** The id is that of the effect: of run and visit. What is said of the person goes when the call has ended. */
const CALLS = `
CREATE TABLE step_calls (
  workspace_id int NOT NULL,
  id uuid NOT NULL,
  automation_id uuid NOT NULL,
  enrolment_id uuid NOT NULL,
  visit int NOT NULL,
  person_id uuid NOT NULL,
  step text NOT NULL,
  url text NOT NULL,
  keep text[] NOT NULL,
  data jsonb,
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'delivered', 'failed', 'canceled')),
  claim int NOT NULL DEFAULT 0,
  attempts int NOT NULL DEFAULT 0,
  status int,
  error text,
  asked_at timestamptz(3) NOT NULL DEFAULT now(),
  due_at timestamptz(3) DEFAULT now(),
  PRIMARY KEY (workspace_id, id)
) WITH (fillfactor = 70);
CREATE INDEX step_calls_due ON step_calls (workspace_id, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX step_calls_person ON step_calls (workspace_id, person_id);
CREATE INDEX step_calls_age ON step_calls (asked_at);`;

const SECRETS = `
CREATE TABLE automation_secrets (
  workspace_id int PRIMARY KEY REFERENCES workspaces,
  sealed_secret text NOT NULL,
  sealed_previous text,
  previous_until timestamptz(3)
);`;
