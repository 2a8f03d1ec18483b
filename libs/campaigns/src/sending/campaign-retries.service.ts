import { Inject, Injectable } from '@nestjs/common';
import {
  CampaignStateError,
  guardFrom,
  NothingToRetryError,
  RetryUnconfirmedError,
  stateAfter,
  type CampaignState,
  type Retried,
} from '@dundun/domain';
import { MessageGroups, ReplacedMessages } from '@dundun/messaging';
import { FailedRecipients } from '../audience/failed-recipients.repository.js';
import { CampaignCounts } from '../definitions/campaign-counts.repository.js';
import type { CampaignRow } from '../definitions/campaign.js';
import { Campaigns } from '../definitions/campaigns.service.js';
import { CampaignsRepository } from '../definitions/campaigns.repository.js';

/** People planned again by one call: their transaction must stay short. */
const MOST = 20_000;

/** Makes messages of a campaign again: those whose outcome is unknown, and those that were given up. */
@Injectable()
export class CampaignRetries {
  constructor(
    @Inject(Campaigns) private readonly campaigns: Campaigns,
    @Inject(CampaignsRepository) private readonly repository: CampaignsRepository,
    @Inject(CampaignCounts) private readonly counts: CampaignCounts,
    @Inject(FailedRecipients) private readonly recipients: FailedRecipients,
    @Inject(ReplacedMessages) private readonly replaced: ReplacedMessages,
    @Inject(MessageGroups) private readonly groups: MessageGroups,
  ) {}

  /** Returns how many people one call would try again. @throws UnknownCampaignError */
  async count(workspaceId: number, id: string): Promise<Record<Retried, number>> {
    const campaign = await this.campaigns.get(workspaceId, id);
    const [unknown, failed] = [
      await this.recipients.find(campaign, 'unknown', MOST),
      await this.recipients.find(campaign, 'not_reached', MOST),
    ];
    return { unknown: unknown.length, not_reached: failed.length };
  }

  /**
   * Sends a campaign that was sent on, to those alone. Each gets another message, of the next generation.
   * @param confirmed their number, as the caller knows it
   * @throws UnknownCampaignError, CampaignStateError, NothingToRetryError, RetryUnconfirmedError
   */
  async retry(workspaceId: number, id: string, what: Retried, confirmed: number | undefined): Promise<CampaignRow> {
    const sent = await this.campaigns.get(workspaceId, id);
    next(sent);
    const people = await this.recipients.find(sent, what, MOST);
    if (people.length === 0) throw new NothingToRetryError(what);
    if (people.length !== confirmed) throw new RetryUnconfirmedError(people.length, what);
    return this.campaigns.locked(workspaceId, id, async (campaign) => {
      const state = next(campaign);
      const messages = await this.recipients.planAgain(campaign, people, what);
      await this.giveUp(workspaceId, messages, what);
      // They count no more, so what the guard has seen would be more than there is.
      await this.repository.remember(workspaceId, campaign.id, guardFrom(await this.groups.ended(workspaceId, id)));
      const count = messages.length;
      await this.counts.add(campaign, [
        { what: 'queued', by: -count },
        { what: 'planned', by: count },
        { what: 'retried', by: count },
      ]);
      await this.recipients.announce(campaign);
      await this.repository.move(workspaceId, campaign.id, state);
      return this.campaigns.get(workspaceId, campaign.id);
    });
  }

  /** Gives up messages, so that no member sends them again as well, and their reports change no count. */
  private async giveUp(workspaceId: number, messages: readonly string[], what: Retried): Promise<void> {
    const count = await this.replaced.giveUp(workspaceId, messages);
    if (count < messages.length) throw new RetryUnconfirmedError(count, what);
  }
}

function next({ state }: CampaignRow): CampaignState {
  const after = stateAfter(state, 'retry');
  if (!after) throw new CampaignStateError(state, 'retry');
  return after;
}
