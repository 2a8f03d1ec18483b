import { Inject, Injectable } from '@nestjs/common';
import type { CampaignView } from '@dundun/contracts';
import { isOver } from '@dundun/domain';
import { ConversionReport, GroupEngagement } from '@dundun/insights';
import { MessageGroups } from '@dundun/messaging';
import { Warmings, type Warming } from '../checks/warming.service.js';
import { CampaignCounts } from '../definitions/campaign-counts.repository.js';
import type { CampaignRow } from '../definitions/campaign.js';
import { presentCampaign, waitingOf } from './campaign.presenter.js';

/** Shows campaigns with their numbers. */
@Injectable()
export class CampaignViews {
  constructor(
    @Inject(CampaignCounts) private readonly counts: CampaignCounts,
    @Inject(MessageGroups) private readonly groups: MessageGroups,
    @Inject(GroupEngagement) private readonly engagement: GroupEngagement,
    @Inject(ConversionReport) private readonly conversions: ConversionReport,
    @Inject(Warmings) private readonly warmings: Warmings,
  ) {}

  async of(row: CampaignRow): Promise<CampaignView> {
    const { workspace_id: workspaceId, id } = row;
    const [people, messages, engagement, conversions] = await Promise.all([
      this.counts.of(row),
      this.groups.ended(workspaceId, id),
      this.engagement.of(workspaceId, id),
      row.conversion ? this.conversions.totals(workspaceId, [id]) : undefined,
    ]);
    const warming = await this.warming(row, people.planned + waitingOf(people, messages));
    return presentCampaign(row, people, messages, engagement, warming, conversions?.get(id));
  }

  /** @param left recipients whose mail has not left */
  private async warming(
    { workspace_id: workspaceId, state, sender }: CampaignRow,
    left: number,
  ): Promise<Warming | null> {
    return sender && !isOver(state) && left > 0 ? this.warmings.of(workspaceId, sender, left) : null;
  }
}
