import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets bulk jobs be paused, and a list ask for confirmations by one job at a time. */
export class PauseBulkJobs1820000001090 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
ALTER TABLE bulk_jobs DROP CONSTRAINT bulk_jobs_state_check;
ALTER TABLE bulk_jobs ADD CONSTRAINT bulk_jobs_state_check
  CHECK (state IN ('queued', 'running', 'paused', 'done', 'failed', 'canceled'));
CREATE UNIQUE INDEX bulk_jobs_asking ON bulk_jobs (workspace_id, (details->>'list'))
  WHERE kind = 'confirmations' AND ended_at IS NULL;`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
DROP INDEX bulk_jobs_asking;
UPDATE bulk_jobs SET state = 'canceled', ended_at = now() WHERE state = 'paused';
ALTER TABLE bulk_jobs DROP CONSTRAINT bulk_jobs_state_check;
ALTER TABLE bulk_jobs ADD CONSTRAINT bulk_jobs_state_check
  CHECK (state IN ('queued', 'running', 'done', 'failed', 'canceled'));`);
  }
}
