import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets a page of the members with one status skip the others, of which a list of a million can have all but a few. */
export class IndexMembershipsByStatus1820000000821 implements MigrationInterface {
  /** CONCURRENTLY does not run in a transaction. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS memberships_status');
    await runner.query(`
      CREATE INDEX CONCURRENTLY memberships_status ON memberships (workspace_id, list_id, status, joined_at, person_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX IF EXISTS memberships_status');
  }
}
