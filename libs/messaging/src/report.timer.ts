import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { LOGGER, type Logger } from '@dundun/platform/config';
import { DeliveryReports, MOST_AT_ONCE } from './delivery-reports.js';

const EVERY_MS = 2_000;
const FORGET_EVERY_MS = 600_000;

/** In every worker: gives reports that came too early to their messages. */
@Injectable()
export class ReportTimer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<unknown> | undefined;
  private forgotAt = -Infinity;

  constructor(
    @Inject(DeliveryReports) private readonly reports: DeliveryReports,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.running ??= this.run()
        .catch((error: unknown) => this.logger.warn({ err: error }, 'reports were not matched; the next turn follows'))
        .finally(() => (this.running = undefined));
    }, EVERY_MS);
  }

  private async run(): Promise<void> {
    // Another turn at once while there may be more than one takes.
    while ((await this.reports.matchWaiting()).looked >= MOST_AT_ONCE && this.timer);
    if (performance.now() - this.forgotAt < FORGET_EVERY_MS) return;
    this.forgotAt = performance.now();
    await this.reports.forgetStrangers();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    this.timer = undefined;
    await this.running;
  }
}
