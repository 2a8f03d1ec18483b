import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Gives the index for deleting old unmatched reports a predicate of its own spelling. Two partial indexes with one predicate
 * look equally empty to stale statistics, and the planner then sorts all waiting reports by the wrong one.
 */
export class TellWaitingReportsApart1820000000601 implements MigrationInterface {
  /** CONCURRENTLY does not run in a transaction. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS delivery_reports_unmatched');
    await runner.query(`
      CREATE INDEX CONCURRENTLY delivery_reports_unmatched ON delivery_reports (received_at)
      WHERE (message_id IS NULL) IS TRUE`);
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS delivery_reports_waiting');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE INDEX delivery_reports_waiting ON delivery_reports (received_at) WHERE message_id IS NULL',
    );
    await runner.query('DROP INDEX delivery_reports_unmatched');
  }
}
