import { Inject, Injectable, Module, type DynamicModule } from '@nestjs/common';
import { LOGGER } from '../config/config.module.js';
import type { Logger } from '../config/logger.js';
import { RecurringTask } from '../jobs/recurring-task.js';
import { Database } from './database.js';

/** Rows of a table that nobody needs any more. The column must begin an index, or the table stay small. */
export interface Expiry {
  table: string;
  column: string;
  /** How long after the time in the column, as PostgreSQL writes intervals. */
  after: string;
  /** What is emptied instead of deleting the row, and of which rows: those that are not emptied yet. */
  blank?: { set: string; where: string };
}

/** A replay is promised for a day. */
export const idempotencyExpiry: Expiry = { table: 'idempotency_keys', column: 'created_at', after: '24 hours' };

const EXPIRIES = Symbol('expiries');
const EVERY_MS = 60 * 60 * 1_000;
const BATCH = 1_000;

/** Deletes expired rows every hour, in small batches. Workers do not get in each other's way. */
@Injectable()
export class ExpiredRows extends RecurringTask {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(EXPIRIES) private readonly expiries: Expiry[],
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger, { everyMs: EVERY_MS, firstAfterMs: 0 }, 'expired rows were not looked for');
  }

  protected async run(stopping: AbortSignal): Promise<void> {
    for (const expiry of this.expiries) {
      try {
        const deleted = await this.delete(expiry, stopping);
        if (deleted > 0) this.logger.info({ table: expiry.table, deleted }, 'deleted expired rows');
      } catch (error) {
        this.logger.warn({ err: error, table: expiry.table }, 'expired rows were not deleted; the next turn follows');
      }
    }
  }

  private async delete({ table, column, after, blank }: Expiry, stopping: AbortSignal): Promise<number> {
    const statement = `
      ${blank ? `UPDATE ${table} SET ${blank.set}` : `DELETE FROM ${table}`} WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM ${table} WHERE ${column} < now() - $1::interval ${blank ? `AND ${blank.where}` : ''}
        ORDER BY ${column} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))`;
    let total = 0;
    for (let deleted = BATCH; deleted === BATCH && !stopping.aborted; total += deleted) {
      deleted = await this.database.execute(statement, [after]);
    }
    return total;
  }
}

/** Makes a worker delete what has expired. */
@Module({})
export class ExpiryModule {
  static for(expiries: Expiry[]): DynamicModule {
    return { module: ExpiryModule, providers: [ExpiredRows, { provide: EXPIRIES, useValue: expiries }] };
  }
}
