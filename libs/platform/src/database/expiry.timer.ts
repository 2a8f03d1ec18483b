import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '../config/config.module.js';
import type { Logger } from '../config/logger.js';
import { RecurringTask } from '../jobs/recurring-task.js';
import { Database } from './database.js';
import { expireRows, type Expiry } from './expiry.repository.js';

export const EXPIRIES = Symbol('expiries');
const EVERY_MS = 60 * 60 * 1_000;

/** Deletes expired rows once an hour. Several workers can run it at the same time. */
@Injectable()
export class ExpiredRows extends RecurringTask {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(EXPIRIES) private readonly expiries: Expiry[],
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger, { everyMs: EVERY_MS, firstAfterMs: 0 }, 'looking for expired rows failed');
  }

  protected async run(stopping: AbortSignal): Promise<void> {
    for (const expiry of this.expiries) {
      try {
        const deleted = await expireRows(this.database, expiry, stopping);
        if (deleted > 0) this.logger.info({ table: expiry.table, deleted }, 'deleted expired rows');
      } catch (error) {
        this.logger.warn(
          { err: error, table: expiry.table },
          'deleting expired rows failed; the next round tries again',
        );
      }
    }
  }
}
