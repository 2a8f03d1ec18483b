import { Inject, Injectable } from '@nestjs/common';
import { ReplacedMessages, type KeptMessage } from '@dundun/messaging';
import { Recipients } from '../audience/recipients.repository.js';
import { CampaignCounts } from '../definitions/campaign-counts.repository.js';
import type { CampaignRow } from '../definitions/campaign.js';
import { CampaignsRepository } from '../definitions/campaigns.repository.js';
import { Openings, type LateMessage } from './openings.service.js';

/** Keeps what a pause kept back to the hours of its campaign. */
@Injectable()
export class KeptMessages {
  constructor(
    @Inject(CampaignsRepository) private readonly campaigns: CampaignsRepository,
    @Inject(CampaignCounts) private readonly counts: CampaignCounts,
    @Inject(Recipients) private readonly recipients: Recipients,
    @Inject(Openings) private readonly openings: Openings,
    @Inject(ReplacedMessages) private readonly replaced: ReplacedMessages,
  ) {}

  /**
   * Takes back messages that may not leave now: their recipients wait for the next hour without a message, which gives its room back to
   * those who are awake. Whom no hour reaches is skipped. What was attempted must keep its id and its recipient, and ends if no hour is
   * left for it. Joins the open transaction, under the lock of the campaign.
   * @returns the messages that wait as they are, and until when
   */
  async takeBack(campaign: CampaignRow, kept: readonly KeptMessage[]): Promise<{ id: string; at: Date }[]> {
    const late = await this.openings.late(campaign, kept);
    const [again, over] = [
      late.filter((each) => each.at !== null && isFree(each)),
      late.filter(({ at }) => at === null),
    ];
    const taken = [
      ...(await this.replaced.takeBack(campaign.workspace_id, idsOf(again), 'replaced')),
      ...(await this.replaced.takeBack(campaign.workspace_id, idsOf(over), 'canceled')),
    ];
    const segments = taken.reduce((sum, each) => sum + each.segments, 0);
    if (segments > 0) await this.campaigns.madeSms(campaign, -segments);
    const ids = new Set(taken.map(({ id }) => id));
    const back = late.filter((each) => ids.has(each.id) && isFree(each));
    await this.recipients.takeBack(
      campaign,
      back.map(({ at, recipient }) => ({ person_id: recipient?.person_id as string, at })),
    );
    const never = back.filter(({ at }) => at === null).length;
    await this.counts.add(campaign, [
      { what: 'queued', by: -back.length },
      { what: 'retried', by: back.length },
      { what: 'planned', by: back.length - never },
      { what: 'skipped', reason: 'no_hour', by: never },
    ]);
    return late.flatMap(({ id, at }) => (at === null || ids.has(id) ? [] : [{ id, at }]));
  }
}

const idsOf = (messages: readonly LateMessage[]): string[] => messages.map(({ id }) => id);

/** Whether its recipient can do without it: it was not attempted, and the person was not erased or merged since. */
const isFree = ({ id, attempts, recipient }: LateMessage): boolean => attempts === 0 && recipient?.message_id === id;
