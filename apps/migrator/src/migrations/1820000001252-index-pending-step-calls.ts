import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets the end of a pause find the calls that waited for it. */
export class IndexPendingStepCalls1820000001252 implements MigrationInterface {
  /** CONCURRENTLY does not run in a transaction. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS step_calls_pending');
    await runner.query(`
      CREATE INDEX CONCURRENTLY step_calls_pending ON step_calls (workspace_id, automation_id) WHERE state = 'pending'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX IF EXISTS step_calls_pending');
  }
}
