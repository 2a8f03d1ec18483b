import { Inject, Injectable } from '@nestjs/common';
import { Refusal } from '@dundun/domain';
import { ReportedOptOuts, type ClaimedOptOut } from '@dundun/messaging';
import { LOGGER, type Logger } from '@dundun/platform/config';
import { RecurringTask } from '@dundun/platform/jobs';
import { ConsentIntake } from '../consents/consent-intake.service.js';
import { OptOuts } from './opt-outs.service.js';

const EVERY_MS = 2_000;
const AT_ONCE = 100;

/** Who left a list at a provider leaves it here, and what they said of all messages is kept. */
@Injectable()
export class OptOutTimer extends RecurringTask {
  constructor(
    @Inject(ReportedOptOuts) private readonly reported: ReportedOptOuts,
    @Inject(OptOuts) private readonly optOuts: OptOuts,
    @Inject(ConsentIntake) private readonly consents: ConsentIntake,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger, { everyMs: EVERY_MS }, 'not all departures were looked for');
  }

  protected async run(): Promise<void> {
    const turns = await Promise.allSettled([this.leave(), this.consents.run()]);
    const failed = turns.find((turn) => turn.status === 'rejected');
    if (failed) throw failed.reason;
  }

  private async leave(): Promise<void> {
    const all = await this.reported.claim(AT_ONCE);
    await Promise.all(all.map((departure) => this.record(departure)));
  }

  /** What fails is due again in a minute; what is refused, because the list is gone say, has nothing left to do. */
  private async record(departure: ClaimedOptOut): Promise<void> {
    try {
      await this.optOuts.record(departure, { method: 'provider' });
    } catch (error) {
      const { workspaceId: workspace_id, listId: list_id } = departure;
      this.logger.warn({ err: error, workspace_id, list_id }, 'a departure that a provider reported was not recorded');
      if (error instanceof Refusal && error.kind !== 'unavailable') await this.reported.done(departure);
    }
  }
}
