import { Inject, Injectable } from '@nestjs/common';
import { CampaignStateError, InvalidInputError } from '@dundun/domain';
import { SharedContents } from '@dundun/messaging';
import { linkParametersOf } from '../definitions/campaign.js';
import { CampaignCounts } from '../definitions/campaign-counts.repository.js';
import { allContentsOf } from '../definitions/stored-content.js';
import { Campaigns } from '../definitions/campaigns.service.js';
import { CampaignsRepository } from '../definitions/campaigns.repository.js';

const EDIT_IT = 'Nothing has left yet, so make it a draft and change its content';

/** A link of a campaign, and where it shall lead. */
interface LinkChange {
  content: string;
  number: number;
  url: string;
}

/** Corrects links of campaigns whose messages cannot be changed any more. */
@Injectable()
export class CampaignLinks {
  constructor(
    @Inject(Campaigns) private readonly campaigns: Campaigns,
    @Inject(CampaignsRepository) private readonly repository: CampaignsRepository,
    @Inject(CampaignCounts) private readonly counts: CampaignCounts,
    @Inject(SharedContents) private readonly contents: SharedContents,
  ) {}

  /**
   * Until something has left, the draft is what changes: a change behind its back would start what nobody approved.
   * @throws UnknownCampaignError, CampaignStateError before its first message, InvalidInputError
   */
  async change(workspaceId: number, id: string, { content, number, url }: LinkChange): Promise<void> {
    await this.campaigns.locked(workspaceId, id, async (campaign) => {
      const own = allContentsOf(campaign);
      const { queued, retried = 0 } = await this.counts.of(campaign);
      if (queued + retried === 0) throw new CampaignStateError(campaign.state, 'relink', EDIT_IT);
      if (!own.includes(content))
        throw new InvalidInputError([{ field: 'content', message: 'must be a content of the campaign' }]);
      const parameters = linkParametersOf(campaign);
      const sender = campaign.sender?.email;
      const target = await this.contents.changeLink(workspaceId, content, { number, url, parameters, sender });
      const { links } = await this.contents.linksOf(workspaceId, content);
      await this.repository.linkChanged(workspaceId, campaign.id, links[number] as string, target);
    });
  }
}
