import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds an index on people in random order, for samples. */
export class AddPersonBuckets1820000000901 implements MigrationInterface {
  /** CONCURRENTLY does not run in a transaction. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [DROP, CREATE]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DROP);
  }
}

/** An interrupted creation leaves an invalid index. */
const DROP = `DROP INDEX CONCURRENTLY IF EXISTS people_bucket`;

const CREATE = `CREATE INDEX CONCURRENTLY people_bucket ON people (workspace_id, person_bucket(id), id)`;
