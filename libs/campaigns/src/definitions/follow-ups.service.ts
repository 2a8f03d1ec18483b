import { Inject, Injectable } from '@nestjs/common';
import { CampaignStateError, InvalidInputError, isAboutOpens, type Followed } from '@dundun/domain';
import { Database, newId } from '@dundun/platform/database';
import { EMPTY_CAMPAIGN, type CampaignRow } from './campaign.js';
import { Campaigns } from './campaigns.service.js';
import { CampaignsRepository } from './campaigns.repository.js';
import { variantContent } from './variant-content.js';

const LONGEST_NAME = 70;
const NAMES: Record<Followed, string> = {
  arrived: 'who got it',
  opened: 'who opened',
  clicked: 'who clicked',
  not_opened: 'who did not open',
  not_opened_or_unknown: 'not known to have opened',
  not_reached: 'not reached',
};

/** Makes drafts for recipients of a campaign. */
@Injectable()
export class FollowUps {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Campaigns) private readonly campaigns: Campaigns,
    @Inject(CampaignsRepository) private readonly repository: CampaignsRepository,
  ) {}

  /**
   * Returns a new draft for some of the recipients of a campaign, with its sender, lists and exclusions.
   * @param resends whether it gets the content as well, that of the winner of a test, but for the subject, which has to be another one
   * @throws UnknownCampaignError, CampaignStateError, InvalidInputError
   */
  async create(workspaceId: number, id: string, who: Followed, resends: boolean): Promise<CampaignRow> {
    const source = await this.campaigns.get(workspaceId, id);
    refuseOpens(source, who);
    if (source.channel === 'sms' && resends)
      throw new InvalidInputError([{ field: 'resend', message: 'is for mail, which has a subject' }]);
    if (source.frozen_at === null) throw new CampaignStateError(source.state, 'follow');
    const { channel, labels, lists, list_id, without_lists, without_segments, profile_id, data, utm } = source;
    const { sms_source, sms_from, track_opens, track_clicks } = source;
    const content = variantContent(source.content, source.variants[(source.decision?.winner ?? 0) - 1]);
    delete content.subject;
    const draft = newId();
    return this.database.transaction(async () => {
      await this.repository.insert(workspaceId, draft, {
        ...EMPTY_CAMPAIGN,
        ...{ channel, labels, lists, list_id, without_lists, without_segments, profile_id },
        ...{ sms_source, sms_from, track_opens, track_clicks },
        ...(resends && { content, data, utm }),
        name: `${source.name.slice(0, LONGEST_NAME)} – ${NAMES[who]}`,
      });
      await this.repository.follow(workspaceId, draft, { campaign: source.id, who, resends });
      return this.campaigns.get(workspaceId, draft);
    });
  }
}

function refuseOpens({ channel, track_opens }: CampaignRow, who: Followed): void {
  if (!isAboutOpens(who) || (channel === 'email' && track_opens)) return;
  const why = channel === 'sms' ? 'SMS have none' : 'the campaign did not track them';
  throw new InvalidInputError([{ field: 'who', message: `must not be about opens: ${why}` }]);
}
