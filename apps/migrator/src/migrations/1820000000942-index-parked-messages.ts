import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the messages that a paused group keeps back. No other message has an entry. */
export class IndexParkedMessages1820000000942 implements MigrationInterface {
  /** CONCURRENTLY does not run in a transaction. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // A build that was interrupted leaves an invalid index.
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS messages_parked');
    await runner.query(`
      CREATE INDEX CONCURRENTLY messages_parked ON messages (workspace_id, group_id)
      WHERE group_id IS NOT NULL AND due_at = 'infinity'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS messages_parked');
  }
}
