import {
  Inject,
  Injectable,
  Module,
  type BeforeApplicationShutdown,
  type DynamicModule,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { LOGGER } from '../config/config.module.js';
import type { Logger } from '../config/logger.js';
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

/** Deletes expired rows every hour, in small batches. Every worker does it; they do not get in each other's way. */
@Injectable()
export class ExpiredRows implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly stop = new AbortController();
  private timer?: NodeJS.Timeout;
  private running: Promise<void> = Promise.resolve();

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(EXPIRIES) private readonly expiries: Expiry[],
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    const turn = () => {
      this.running = this.running.then(() => this.run());
    };
    turn();
    this.timer = setInterval(turn, EVERY_MS).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    this.stop.abort();
    await this.running;
  }

  async run(): Promise<void> {
    for (const expiry of this.expiries) {
      try {
        const deleted = await this.delete(expiry);
        if (deleted > 0) this.logger.info({ table: expiry.table, deleted }, 'deleted expired rows');
      } catch (error) {
        this.logger.warn({ err: error, table: expiry.table }, 'expired rows were not deleted; the next turn follows');
      }
    }
  }

  private async delete({ table, column, after, blank }: Expiry): Promise<number> {
    const statement = `
      ${blank ? `UPDATE ${table} SET ${blank.set}` : `DELETE FROM ${table}`} WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM ${table} WHERE ${column} < now() - $1::interval ${blank ? `AND ${blank.where}` : ''}
        ORDER BY ${column} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))`;
    let total = 0;
    for (let deleted = BATCH; deleted === BATCH && !this.stop.signal.aborted; total += deleted) {
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
