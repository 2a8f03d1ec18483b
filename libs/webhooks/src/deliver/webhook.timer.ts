import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@dundun/platform/config';
import { RecurringTask } from '@dundun/platform/jobs';
import { FanOut } from './fan-out.repository.js';
import { Pump } from './pump.service.js';

const EVERY_MS = 1_000;

/** Makes deliveries of what has happened. */
@Injectable()
export class FanOutTimer extends RecurringTask {
  constructor(
    @Inject(FanOut) private readonly fanOut: FanOut,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger, { everyMs: EVERY_MS }, 'what happened was not made into deliveries');
  }

  protected run(stopping: AbortSignal): Promise<void> {
    return this.fanOut.run(stopping);
  }
}

/** Sends the deliveries that are due, and does not wait for those that are made. */
@Injectable()
export class PumpTimer extends RecurringTask {
  constructor(
    @Inject(Pump) private readonly pump: Pump,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger, { everyMs: EVERY_MS }, 'deliveries that are due were not looked for');
  }

  protected run(): Promise<void> {
    return this.pump.wake();
  }

  override async beforeApplicationShutdown(): Promise<void> {
    await super.beforeApplicationShutdown();
    await this.pump.stop();
  }
}
