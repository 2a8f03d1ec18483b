import { Inject, Injectable } from '@nestjs/common';
import { Refusal } from '@dundun/domain';
import { ReportedOptOuts, type ClaimedOptOut } from '@dundun/messaging';
import { LOGGER, type Logger } from '@dundun/platform/config';
import { RecurringTask } from '@dundun/platform/jobs';
import { ConsentIntake } from '../consents/consent-intake.service.js';
import { OptOuts } from './opt-outs.service.js';

const EVERY_MS = 2_000;
const AT_ONCE = 100;

/** Records opt-outs that providers report, and statements about all messages. */
@Injectable()
export class OptOutTimer extends RecurringTask {
  constructor(
    @Inject(ReportedOptOuts) private readonly reported: ReportedOptOuts,
    @Inject(OptOuts) private readonly optOuts: OptOuts,
    @Inject(ConsentIntake) private readonly consents: ConsentIntake,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger, { everyMs: EVERY_MS }, 'could not process all reported opt-outs');
  }

  protected async run(): Promise<void> {
    const turns = await Promise.allSettled([this.leave(), this.consents.run()]);
    const failed = turns.find((turn) => turn.status === 'rejected');
    if (failed) throw failed.reason;
  }

  private async leave(): Promise<void> {
    const all = await this.reported.claim(AT_ONCE);
    await Promise.all(all.map((optOut) => this.record(optOut)));
  }

  /** A failed opt-out is due again in a minute. A refused one, say of a deleted list, is done. */
  private async record(optOut: ClaimedOptOut): Promise<void> {
    try {
      await this.optOuts.record(optOut, { method: 'provider' });
    } catch (error) {
      const { workspaceId: workspace_id, listId: list_id } = optOut;
      this.logger.warn({ err: error, workspace_id, list_id }, 'could not record an opt-out that a provider reported');
      if (error instanceof Refusal && error.kind !== 'unavailable') await this.reported.done(optOut);
    }
  }
}
