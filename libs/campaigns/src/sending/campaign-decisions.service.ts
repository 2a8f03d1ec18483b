import { Inject, Injectable } from '@nestjs/common';
import { decide, DEFAULT_TEST } from '@dundun/domain';
import { Database } from '@dundun/platform/database';
import { CampaignTests } from './campaign-tests.repository.js';
import { isUndecided } from '../definitions/campaign.js';
import { CampaignsRepository } from '../definitions/campaigns.repository.js';

/** Decides the tests of campaigns, once each. */
@Injectable()
export class CampaignDecisions {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(CampaignsRepository) private readonly campaigns: CampaignsRepository,
    @Inject(CampaignTests) private readonly tests: CampaignTests,
  ) {}

  /** Decides by the numbers of now, which are read outside of the transaction: it must stay short. */
  async decide(workspaceId: number, id: string): Promise<void> {
    const campaign = await this.campaigns.find(workspaceId, id);
    if (!campaign) return;
    const outcomes = (await this.tests.outcomes(campaign)).map(({ arrived, tracking_refused, clicks, opens }) => ({
      arrived,
      tracking_refused,
      clicks,
      opens,
    }));
    const decision = { ...decide(outcomes, campaign.test ?? DEFAULT_TEST, id), at: new Date().toISOString() };
    await this.database.transaction(async () => {
      const now = await this.campaigns.lock(workspaceId, id);
      if (now?.state === 'sending' && isUndecided(now) && now.test_ended_at !== null)
        await this.campaigns.decided(workspaceId, id, decision);
    });
  }
}
