import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the log of changes: who changed what, when and from where, with the values before and after. */
export class AddAuditLog1820000000961 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLE);
    await runner.query('CREATE INDEX audit_log_of_thing ON audit_log (workspace_id, thing, thing_id, at, id)');
    await runner.query('CREATE INDEX audit_log_of_actor ON audit_log (workspace_id, actor_id, at, id)');
    await runner.query('CREATE INDEX audit_log_age ON audit_log (at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE audit_log');
  }
}

/** `changes` maps each changed field to its values before and after. The name of the actor is kept, because members are removed. */
const TABLE = `
CREATE TABLE audit_log (
  workspace_id int NOT NULL REFERENCES workspaces,
  at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  id uuid NOT NULL,
  actor text NOT NULL CHECK (actor IN ('member', 'key', 'system')),
  actor_id uuid,
  actor_name text,
  operation text NOT NULL,
  thing text NOT NULL,
  thing_id text,
  thing_name text,
  changes jsonb NOT NULL DEFAULT '{}',
  ip inet,
  user_agent text,
  request_id text,
  PRIMARY KEY (workspace_id, at, id)
);`;
