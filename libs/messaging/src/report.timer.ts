import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { LOGGER, type Logger } from '@dundun/platform/config';
import { DeliveryReports } from './delivery-reports.js';

const EVERY_MS = 2_000;

/** In every worker: gives reports that came too early to their messages. */
@Injectable()
export class ReportTimer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<unknown> | undefined;

  constructor(
    @Inject(DeliveryReports) private readonly reports: DeliveryReports,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.running ??= this.reports
        .matchWaiting()
        .catch((error: unknown) => this.logger.warn({ err: error }, 'reports were not matched; the next turn follows'))
        .finally(() => (this.running = undefined));
    }, EVERY_MS);
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }
}
