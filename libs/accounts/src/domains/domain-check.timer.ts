import { Inject, Injectable } from '@nestjs/common';
import { UnknownDomainError } from '@dundun/domain';
import { LOGGER, type Logger } from '@dundun/platform/config';
import { RecurringTask } from '@dundun/platform/jobs';
import { DomainChecks } from './domain-checks.service.js';
import { SendingDomains, type DueDomainRow } from './sending-domains.repository.js';

const EVERY_MS = 60_000;
/** Spreads the first checks of workers that start together. */
const FIRST_WITHIN_MS = 10_000;
const AT_ONCE = 10;

/** Checks domains that are due. A claim keeps other workers from checking the same domain. */
@Injectable()
export class DomainCheckTimer extends RecurringTask {
  constructor(
    @Inject(SendingDomains) private readonly domains: SendingDomains,
    @Inject(DomainChecks) private readonly checks: DomainChecks,
    @Inject(LOGGER) logger: Logger,
  ) {
    const rhythm = { everyMs: EVERY_MS, firstAfterMs: Math.random() * FIRST_WITHIN_MS };
    super(logger, rhythm, 'due domains could not be looked up');
  }

  /** Checks domains until none is due. */
  protected async run(stopping: AbortSignal): Promise<void> {
    for (let claimed = AT_ONCE; claimed === AT_ONCE && !stopping.aborted;) {
      const due = await this.domains.claimDue(AT_ONCE);
      await Promise.all(due.map((row) => this.check(row, stopping)));
      claimed = due.length;
    }
  }

  private async check({ workspace_id: workspaceId, id }: DueDomainRow, stopping: AbortSignal): Promise<void> {
    try {
      await this.checks.check(workspaceId, id, stopping);
    } catch (error) {
      if (error instanceof UnknownDomainError) return;
      const ids = { workspace_id: workspaceId, domain_id: id };
      this.logger.warn({ err: error, ...ids }, 'a sending domain could not be checked; it is due again in 10 minutes');
    }
  }
}
