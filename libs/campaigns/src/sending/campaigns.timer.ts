import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@dundun/platform/config';
import { RecurringTask } from '@dundun/platform/jobs';
import { CampaignFeeder } from './campaign-feeder.service.js';
import { CampaignFreeze } from './campaign-freeze.service.js';
import { CampaignsRepository } from '../definitions/campaigns.repository.js';

const EVERY_MS = 250;
const MOST = 20;
/** Steps of a campaign before the next one is served. */
const STEPS = 10;

/** Freezes and feeds the campaigns that are due. A failure affects only its own campaign. */
@Injectable()
export class CampaignsTimer extends RecurringTask {
  constructor(
    @Inject(CampaignsRepository) private readonly campaigns: CampaignsRepository,
    @Inject(CampaignFreeze) private readonly freeze: CampaignFreeze,
    @Inject(CampaignFeeder) private readonly feeder: CampaignFeeder,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger, { everyMs: EVERY_MS }, 'campaigns could not be served');
  }

  protected async run(stopping: AbortSignal): Promise<void> {
    for (const { workspace_id, id, state } of await this.campaigns.due(MOST)) {
      if (stopping.aborted) return;
      const step = state === 'sending' ? this.feeder.round.bind(this.feeder) : this.freeze.step.bind(this.freeze);
      await this.serve(() => step(workspace_id, id), stopping).catch((error: unknown) =>
        this.logger.warn(
          { err: error, workspace_id, campaign_id: id },
          'a campaign could not be served; the next round repeats it',
        ),
      );
    }
  }

  private async serve(step: () => Promise<boolean>, stopping: AbortSignal): Promise<void> {
    let isMore = true;
    for (let count = 0; count < STEPS && isMore && !stopping.aborted; count++) isMore = await step();
  }
}
