import { Inject, Injectable } from '@nestjs/common';
import { Workspaces } from '@dundun/accounts';
import { countryOfNumber } from '@dundun/domain';
import type { KeptMessage } from '@dundun/messaging';
import { addressKey, normalForm } from '../audience/candidates.js';
import { Recipients, type AddressedRecipient } from '../audience/recipients.repository.js';
import { CampaignHours } from '../definitions/campaign-hours.js';
import type { CampaignRow } from '../definitions/campaign.js';

/** The zones of a round in which nothing may leave now. Null names the workspace's. */
export interface ClosedZones {
  /** When they open. */
  later: Map<string | null, Date>;
  /** Those that no hour of window and quiet hours opens. */
  never: Set<string | null>;
}

/** A message that a pause kept back and that may not leave now. */
export interface LateMessage extends KeptMessage {
  /** Null if it may leave at no hour. */
  at: Date | null;
  /** Undefined for a person who was erased or merged since. */
  recipient: AddressedRecipient | undefined;
}

/** Says when messages of a campaign may leave, by its window and the quiet hours of the workspace as they are now. */
@Injectable()
export class Openings {
  constructor(
    @Inject(Workspaces) private readonly workspaces: Workspaces,
    @Inject(Recipients) private readonly recipients: Recipients,
  ) {}

  async hours(campaign: CampaignRow): Promise<CampaignHours> {
    return new CampaignHours(campaign, await this.workspaces.find(campaign.workspace_id));
  }

  /** @param zones null names the workspace's */
  async closed(campaign: CampaignRow, zones: ReadonlySet<string | null>, now = new Date()): Promise<ClosedZones> {
    const hours = await this.hours(campaign);
    const closed: ClosedZones = { later: new Map(), never: new Set() };
    for (const zone of zones) {
      const opens = hours.opening(zone, now);
      if (opens === null) closed.never.add(zone);
      else if (opens.getTime() !== now.getTime()) closed.later.set(zone, opens);
    }
    return closed;
  }

  /** Returns which messages that a pause kept back may not leave now, and when they may: a resume at night wakes nobody. */
  async late(campaign: CampaignRow, kept: readonly KeptMessage[], now = new Date()): Promise<LateMessage[]> {
    const { channel } = campaign;
    const hours = await this.hours(campaign);
    const keyed = kept.map((message) => ({ message, key: addressKey(normalForm(channel, message.address)) }));
    const found = await this.recipients.addressed(
      campaign,
      keyed.map(({ key }) => key),
    );
    return keyed.flatMap(({ message, key }) => {
      const recipient = found.get(key);
      const zone = recipient?.zone ?? null;
      const country = channel === 'sms' ? countryOfNumber(message.address) : null;
      const at = channel === 'sms' ? hours.smsTime(country, zone, now) : hours.opening(zone, now);
      return at?.getTime() === now.getTime() ? [] : [{ ...message, at, recipient }];
    });
  }
}
