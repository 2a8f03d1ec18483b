import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@dundun/platform/config';
import { RecurringTask } from '@dundun/platform/jobs';
import { EventPartitions } from './event-partitions.repository.js';

/** Far more often than a new partition is needed, so that a hundred failures do no harm. */
const EVERY_MS = 60 * 60 * 1_000;

/** Creates the partitions of the next months. Workers may run it concurrently. */
@Injectable()
export class EventUpkeep extends RecurringTask {
  constructor(
    @Inject(EventPartitions) private readonly partitions: EventPartitions,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger, { everyMs: EVERY_MS, firstAfterMs: 0 }, 'could not create the partitions of events');
  }

  protected run(): Promise<unknown> {
    return this.partitions.ensure();
  }
}
