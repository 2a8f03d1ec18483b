import { Inject, Injectable } from '@nestjs/common';
import { WarmUps } from '@dundun/accounts';
import { daysUnderWarmUp, utcDay, warmUpCeiling } from '@dundun/domain';
import { WaitingMail } from '@dundun/messaging';
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
    @Inject(WaitingMail) private readonly mail: WaitingMail,
  ) {}

  /**
   * Returns how many mails of a sender the day has room for, besides those that wait already; null without a ceiling. Of two campaigns
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
    return left - (await this.mail.count(workspaceId, left));
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
