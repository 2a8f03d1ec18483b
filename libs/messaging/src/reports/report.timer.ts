import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@dundun/platform/config';
import { RecurringTask } from '@dundun/platform/jobs';
import { DeliveryReportRepository, MOST_AT_ONCE } from './delivery-reports.repository.js';
import { DeliveryReports } from './delivery-reports.service.js';

const EVERY_MS = 2_000;
const FORGET_EVERY_MS = 600_000;

/** Applies reports that arrived before their message was known. */
@Injectable()
export class ReportTimer extends RecurringTask {
  private forgotAt = -Infinity;

  constructor(
    @Inject(DeliveryReports) private readonly reports: DeliveryReports,
    @Inject(DeliveryReportRepository) private readonly stored: DeliveryReportRepository,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger, { everyMs: EVERY_MS }, 'reports were not matched');
  }

  protected async run(stopping: AbortSignal): Promise<void> {
    // Repeat while a full pass suggests that more are waiting.
    while ((await this.reports.matchWaiting()).looked >= MOST_AT_ONCE && !stopping.aborted);
    if (performance.now() - this.forgotAt < FORGET_EVERY_MS) return;
    this.forgotAt = performance.now();
    await this.stored.forgetUnmatched();
  }
}
