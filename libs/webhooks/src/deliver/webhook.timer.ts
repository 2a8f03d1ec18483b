import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@dundun/platform/config';
import { RecurringTask } from '@dundun/platform/jobs';
import { FanOut } from './fan-out.repository.js';
import { Pump } from './pump.service.js';

const EVERY_MS = 1_000;

/** Creates deliveries of new entries every second. */
@Injectable()
export class FanOutTimer extends RecurringTask {
  constructor(
    @Inject(FanOut) private readonly fanOut: FanOut,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger, { everyMs: EVERY_MS }, 'new entries could not be turned into deliveries');
  }

  protected run(stopping: AbortSignal): Promise<void> {
    return this.fanOut.run(stopping);
  }
}

/** Sends due deliveries every second, independently of the fan-out. */
@Injectable()
export class PumpTimer extends RecurringTask {
  constructor(
    @Inject(Pump) private readonly pump: Pump,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger, { everyMs: EVERY_MS }, 'due deliveries could not be looked up');
  }

  protected run(): Promise<void> {
    return this.pump.wake();
  }

  override async beforeApplicationShutdown(): Promise<void> {
    await super.beforeApplicationShutdown();
    await this.pump.stop();
  }
}
