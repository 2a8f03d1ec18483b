import { Inject, Injectable } from '@nestjs/common';
import type { CampaignView } from '@dundun/contracts';
import { ConversionReport, GroupEngagement } from '@dundun/insights';
import { MessageGroups } from '@dundun/messaging';
import { CampaignCounts } from '../definitions/campaign-counts.repository.js';
import type { CampaignRow } from '../definitions/campaign.js';
import { presentCampaign } from './campaign.presenter.js';

/** Shows campaigns with their numbers. */
@Injectable()
export class CampaignViews {
  constructor(
    @Inject(CampaignCounts) private readonly counts: CampaignCounts,
    @Inject(MessageGroups) private readonly groups: MessageGroups,
    @Inject(GroupEngagement) private readonly engagement: GroupEngagement,
    @Inject(ConversionReport) private readonly conversions: ConversionReport,
  ) {}

  async of(row: CampaignRow): Promise<CampaignView> {
    const { workspace_id: workspaceId, id } = row;
    const [people, messages, engagement, conversions] = await Promise.all([
      this.counts.of(row),
      this.groups.ended(workspaceId, id),
      this.engagement.of(workspaceId, id),
      row.conversion ? this.conversions.totals(workspaceId, [id]) : undefined,
    ]);
    return presentCampaign(row, people, messages, engagement, conversions?.get(id));
  }
}
