import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEX = 'events_person_name';

/**
 * Lets the events of one name be read among the hundred thousand of a person. An index of a partitioned table cannot be built
 * CONCURRENTLY, so each month gets its own first, and the index of the table adopts them.
 */
export class IndexEventsByName1820000000822 implements MigrationInterface {
  /** CONCURRENTLY does not run in a transaction. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX IF NOT EXISTS ${INDEX} ON ONLY events ${COLUMNS}`);
    // A month that is attached from now on comes with its index.
    for (const { month, adopted } of (await runner.query(MONTHS)) as { month: string; adopted: boolean }[]) {
      if (adopted) continue;
      const own = `${month}_person_name`;
      // A build that was interrupted leaves an invalid index.
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${own}`);
      await runner.query(`CREATE INDEX CONCURRENTLY ${own} ON ${month} ${COLUMNS}`);
      await runner.query(`ALTER INDEX ${INDEX} ATTACH PARTITION ${own}`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX IF EXISTS ${INDEX}`);
  }
}

const COLUMNS = '(workspace_id, person_id, name, received_at, id)';

const MONTHS = `
  SELECT month.inhrelid::regclass::text AS month, EXISTS (
      SELECT FROM pg_index own JOIN pg_inherits adopted ON adopted.inhrelid = own.indexrelid
      WHERE own.indrelid = month.inhrelid AND adopted.inhparent = '${INDEX}'::regclass) AS adopted
  FROM pg_inherits month WHERE month.inhparent = 'events'::regclass ORDER BY 1`;
