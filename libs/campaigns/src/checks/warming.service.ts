import { Inject, Injectable } from '@nestjs/common';
import { WarmUps, type WarmUp } from '@dundun/accounts';
import { daysUnderWarmUp, utcDay, warmUpCeiling } from '@dundun/domain';
import { CampaignCounts } from '../definitions/campaign-counts.repository.js';
import type { CampaignSender } from '../definitions/campaign.js';

/** The warm-up that spreads a campaign over days. */
export interface Warming {
  domain: string;
  /** About so many days until everybody has it. */
  days: number;
}

/** Says how the warm-up of a domain spreads campaigns. */
@Injectable()
export class Warmings {
  constructor(
    @Inject(WarmUps) private readonly warmUps: WarmUps,
    @Inject(CampaignCounts) private readonly counts: CampaignCounts,
  ) {}

  /**
   * Returns how many mails of a sender the day has room for, besides those of campaigns that wait already; null without a ceiling. Of two campaigns
   * at once the second waits for what the first makes: call it in the transaction that makes the mail.
   */
  async room(workspaceId: number, { email, integration_id }: CampaignSender, now = Date.now()): Promise<number | null> {
    const plans = await this.warmUps.ofSender(workspaceId, email, integration_id);
    const [first] = plans;
    const ceilings = plans.map((plan) => warmUpCeiling(plan, utcDay(now)));
    if (!first || ceilings.includes(null)) return null;
    await this.warmUps.hold(workspaceId, first.domainId);
    const sent = await this.warmUps.sent(workspaceId, first.domainId, utcDay(now));
    const left = plans.reduce((sum, { accountId }, index) => {
      return sum + Math.max(0, (ceilings[index] ?? 0) - (sent.get(accountId) ?? 0));
    }, 0);
    return Math.max(0, left - (await this.waiting(workspaceId, plans)));
  }

  /** Counts the mail of campaigns that is about to be handed over, and may be under one of the plans. */
  private async waiting(workspaceId: number, plans: readonly WarmUp[]): Promise<number> {
    const keys = new Set(plans.map(keyOf));
    let waiting = 0;
    for (const { sender, open } of await this.counts.sending(workspaceId)) {
      const theirs = await this.warmUps.ofSender(workspaceId, sender.email, sender.integration_id);
      if (theirs.some((plan) => keys.has(keyOf(plan)))) waiting += open;
    }
    return waiting;
  }

  /**
   * Returns the slowest plan for mail of a sender that has a ceiling today; null if there is none. Which provider carries the mail is
   * decided at the hand-over, so the days are an estimate.
   * @param recipients those who have no mail yet
   */
  async of(
    workspaceId: number,
    { email, integration_id }: CampaignSender,
    recipients: number,
    now = Date.now(),
  ): Promise<Warming | null> {
    let slowest: Warming | null = null;
    for (const plan of await this.warmUps.ofSender(workspaceId, email, integration_id)) {
      if (warmUpCeiling(plan, utcDay(now)) === null) continue;
      const sent = await this.warmUps.sent(workspaceId, plan.domainId, utcDay(now));
      const days = daysUnderWarmUp(plan, recipients, now, sent.get(plan.accountId));
      if (days > (slowest?.days ?? 0)) slowest = { domain: plan.domain, days };
    }
    return slowest;
  }
}

const keyOf = ({ domainId, accountId }: WarmUp): string => `${domainId} ${accountId}`;
