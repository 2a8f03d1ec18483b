import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds an index on waiting batch items: an item waits for earlier ones of its id. */
export class AddWaitingItems1820000000200 implements MigrationInterface {
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
const DROP = `DROP INDEX CONCURRENTLY IF EXISTS batch_items_waiting`;

const CREATE = `
CREATE INDEX CONCURRENTLY batch_items_waiting ON batch_items (workspace_id, uid, job_id)
  WHERE state = 'waiting' AND uid IS NOT NULL`;
