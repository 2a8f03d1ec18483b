import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@dundun/platform/config';
import { RecurringTask } from '@dundun/platform/jobs';
import { EventPartitions } from './event-partitions.repository.js';

/** Far more often than a month needs a partition, so that one failure, or a hundred, costs nothing. */
const EVERY_MS = 60 * 60 * 1_000;

/** Makes the partitions of the months ahead. Workers do not get in each other's way. */
@Injectable()
export class EventUpkeep extends RecurringTask {
  constructor(
    @Inject(EventPartitions) private readonly partitions: EventPartitions,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger, { everyMs: EVERY_MS, firstAfterMs: 0 }, 'the partitions of events were not looked after');
  }

  protected run(): Promise<unknown> {
    return this.partitions.ensure();
  }
}
