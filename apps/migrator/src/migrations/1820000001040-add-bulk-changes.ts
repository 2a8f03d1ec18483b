import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds what bulk jobs changed about memberships, so that it can be undone. */
export class AddBulkChanges1820000001040 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE bulk_changes (
        workspace_id int NOT NULL,
        job_id uuid NOT NULL,
        person_id uuid NOT NULL,
        list_id uuid NOT NULL,
        before text NOT NULL,
        after text NOT NULL,
        joined_at timestamptz(3),
        confirmed_at timestamptz(3),
        changed_at timestamptz(3) NOT NULL DEFAULT now(),
        PRIMARY KEY (workspace_id, job_id, person_id, list_id)
      );
      CREATE INDEX bulk_changes_person ON bulk_changes (workspace_id, person_id);
      CREATE INDEX bulk_changes_changed ON bulk_changes (changed_at);`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE bulk_changes');
  }
}
