import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@dundun/platform/config';
import { Database } from '@dundun/platform/database';
import { RecurringTask } from '@dundun/platform/jobs';
import { FORGET_ATTACHMENTS, FORGET_CAPTURED, FORGET_CONTENT, FORGET_ORIGINS } from './content-retention.statements.js';

const EVERY_MS = 10 * 60 * 1_000;
const ROWS_AT_ONCE = 500;

/**
 * Deletes old content as the workspace's setting demands: bodies, attachments, variables, and where messages were opened
 * from. The record of the message, the targets of its tracked links and the fact of opens and clicks stay. Workers skip
 * each other's rows.
 */
@Injectable()
export class ContentRetention extends RecurringTask {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger, { everyMs: EVERY_MS }, 'old content was not deleted');
  }

  protected async run(stopping: AbortSignal): Promise<void> {
    for (const statement of [FORGET_CONTENT, FORGET_ATTACHMENTS, FORGET_CAPTURED, FORGET_ORIGINS]) {
      for (let forgotten = ROWS_AT_ONCE; forgotten === ROWS_AT_ONCE && !stopping.aborted;) {
        forgotten = await this.database.execute(statement, [ROWS_AT_ONCE]);
      }
    }
  }
}
