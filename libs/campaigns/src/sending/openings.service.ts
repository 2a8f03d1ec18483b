import { Inject, Injectable } from '@nestjs/common';
import { Workspaces } from '@dundun/accounts';
import { countryOfNumber } from '@dundun/domain';
import type { KeptMessage } from '@dundun/messaging';
import { addressKey, normalForm } from '../audience/candidates.js';
import { Recipients } from '../audience/recipients.repository.js';
import { CampaignHours } from '../definitions/campaign-hours.js';
import type { CampaignRow } from '../definitions/campaign.js';

/** If quiet hours leave a window no time, it is asked again after so long: somebody may have changed them. */
const CLOSED_MS = 86_400_000;

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

  /** Returns when each of the zones opens where nothing may leave now. @param zones null names the workspace's */
  async closed(
    campaign: CampaignRow,
    zones: ReadonlySet<string | null>,
    now = new Date(),
  ): Promise<Map<string | null, Date>> {
    const hours = await this.hours(campaign);
    const closed = new Map<string | null, Date>();
    for (const zone of zones) {
      const opens = hours.opening(zone, now);
      if (opens?.getTime() !== now.getTime()) closed.set(zone, opens ?? later(now));
    }
    return closed;
  }

  /** Returns which messages that a pause kept back have to wait on, and until when: a resume at night wakes nobody. */
  async waiting(
    campaign: CampaignRow,
    kept: readonly KeptMessage[],
    now = new Date(),
  ): Promise<{ id: string; at: Date }[]> {
    const { channel } = campaign;
    const hours = await this.hours(campaign);
    const keyed = kept.map(({ id, address }) => ({ id, address, key: addressKey(normalForm(channel, address)) }));
    const zones = await this.recipients.zones(
      campaign,
      keyed.map(({ key }) => key),
    );
    return keyed.flatMap(({ id, address, key }) => {
      const zone = zones.get(key) ?? null;
      const at = channel === 'sms' ? hours.smsTime(countryOfNumber(address), zone, now) : hours.opening(zone, now);
      return at?.getTime() === now.getTime() ? [] : [{ id, at: at ?? later(now) }];
    });
  }
}

const later = (now: Date): Date => new Date(now.getTime() + CLOSED_MS);
