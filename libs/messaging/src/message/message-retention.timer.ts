import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, LOGGER, type Config, type Logger } from '@dundun/platform/config';
import { Database } from '@dundun/platform/database';
import { RecurringTask } from '@dundun/platform/jobs';
import { DELETE_CAPTURED, DELETE_MESSAGES } from './message-retention.statements.js';

const EVERY_MS = 10 * 60 * 1_000;
const ROWS_AT_ONCE = 500;

/** Deletes messages after MESSAGES_DAYS, in short transactions. Workers skip each other's rows. */
@Injectable()
export class MessageRetention extends RecurringTask {
  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'MESSAGES_DAYS'>,
    @Inject(Database) private readonly database: Database,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger, { everyMs: EVERY_MS }, 'old messages were not deleted');
  }

  protected async run(stopping: AbortSignal): Promise<void> {
    const { MESSAGES_DAYS: days } = this.config;
    if (days === undefined) return;
    let total = 0;
    for (const statement of [DELETE_MESSAGES, DELETE_CAPTURED]) {
      for (let deleted = ROWS_AT_ONCE; deleted === ROWS_AT_ONCE && !stopping.aborted; total += deleted) {
        deleted = await this.database.execute(statement, [days, ROWS_AT_ONCE]);
      }
    }
    if (total > 0) this.logger.info({ deleted: total, days }, 'deleted old messages');
  }
}
