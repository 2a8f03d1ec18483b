import type { MigrationInterface, QueryRunner } from 'typeorm';

type Key = { workspace_id: number; address: string };

/**
 * Keeps numbers that complained from getting anything until START: a complaint replaced the STOP of a number before, so nobody
 * knows whether there was one.
 */
export class StopNumbersThatComplained1820000001300 implements MigrationInterface {
  /** Slice by slice along the key, each in its own transaction, so that no row is locked for long. An interrupted run begins again. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (let after: Key = { workspace_id: 0, address: '' }; ;) {
      const [last] = (await runner.query(LAST, [after.workspace_id, after.address])) as Key[];
      if (!last) return;
      await runner.query(STOP, [after.workspace_id, after.address, last.workspace_id, last.address]);
      after = last;
    }
  }

  /** The column goes with the migration that added it. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}

const SLICE = 5_000;

const LAST = `
  SELECT workspace_id, address FROM (
    SELECT workspace_id, address FROM suppressions WHERE (workspace_id, address) > ($1, $2)
    ORDER BY workspace_id, address LIMIT ${SLICE}) AS slice
  ORDER BY workspace_id DESC, address DESC LIMIT 1`;

const STOP = `
  UPDATE suppressions SET stopped_at = created_at
  WHERE (workspace_id, address) > ($1, $2) AND (workspace_id, address) <= ($3, $4)
    AND reason = 'complaint' AND address !~ '@' AND stopped_at IS NULL`;
