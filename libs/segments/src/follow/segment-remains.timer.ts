import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@dundun/platform/config';
import { RecurringTask } from '@dundun/platform/jobs';
import { SegmentRemains } from './segment-remains.repository.js';

const EVERY_MS = 60_000;

/** Deletes what archived segments leave behind. */
@Injectable()
export class SegmentRemainsTimer extends RecurringTask {
  constructor(
    @Inject(SegmentRemains) private readonly remains: SegmentRemains,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger, { everyMs: EVERY_MS }, 'what archived segments left could not be deleted');
  }

  protected async run(stopping: AbortSignal): Promise<void> {
    while (!stopping.aborted && (await this.remains.step())) continue;
  }
}
