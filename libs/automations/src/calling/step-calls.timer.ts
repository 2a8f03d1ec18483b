import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@dundun/platform/config';
import { RecurringTask } from '@dundun/platform/jobs';
import { StepCallPump } from './step-call-pump.service.js';

const EVERY_MS = 1_000;

/** Sends due calls of steps every second. */
@Injectable()
export class StepCallsTimer extends RecurringTask {
  constructor(
    @Inject(StepCallPump) private readonly pump: StepCallPump,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger, { everyMs: EVERY_MS }, 'due calls of automations could not be looked up');
  }

  protected run(): Promise<void> {
    return this.pump.wake();
  }

  override async beforeApplicationShutdown(): Promise<void> {
    await super.beforeApplicationShutdown();
    await this.pump.stop();
  }
}
