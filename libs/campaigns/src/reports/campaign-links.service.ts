import { Inject, Injectable } from '@nestjs/common';
import { CampaignStateError, InvalidInputError } from '@dundun/domain';
import { SharedContents } from '@dundun/messaging';
import { linkParametersOf } from '../definitions/campaign.js';
import { Campaigns } from '../definitions/campaigns.service.js';
import { CampaignsRepository } from '../definitions/campaigns.repository.js';

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
    @Inject(SharedContents) private readonly contents: SharedContents,
  ) {}

  /** @throws UnknownCampaignError, CampaignStateError before the start, InvalidInputError */
  async change(workspaceId: number, id: string, { content, number, url }: LinkChange): Promise<void> {
    await this.campaigns.locked(workspaceId, id, async (campaign) => {
      const { content_id, content_ids } = campaign;
      const own = [...(content_ids ?? []), ...(content_id === null ? [] : [content_id])];
      if (own.length === 0) throw new CampaignStateError(campaign.state, 'relink');
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
