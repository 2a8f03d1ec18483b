import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Indexes messages by status in the order of a page. Messages that wait are found by their due time instead: their status changes
 * with every attempt.
 */
export class IndexMessagesByStatus1820000000951 implements MigrationInterface {
  /** CONCURRENTLY does not run in a transaction. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // A build that was interrupted leaves an invalid index.
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS messages_status');
    await runner.query(`
      CREATE INDEX CONCURRENTLY messages_status ON messages (workspace_id, status, created_at, id)
      WHERE status NOT IN ('queued', 'sending')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS messages_status');
  }
}
