import { Inject, Injectable } from '@nestjs/common';
import {
  countryOfNumber,
  MOST_SEGMENTS,
  nextSmsTime,
  type CampaignHalt,
  type Skip,
  type SmsSource,
} from '@dundun/domain';
import { AcceptRenderedSms, SmsRenderings, type FinishedSms, type RenderedSms } from '@dundun/messaging';
import { messageIdOf } from '../audience/candidates.js';
import { variablesOf } from '../audience/reader.js';
import { Recipients, type DueRecipient, type Settled } from '../audience/recipients.repository.js';
import type { CampaignRow } from '../definitions/campaign.js';
import { CampaignsRepository } from '../definitions/campaigns.repository.js';

/** SMS of one round, whose texts are rendered before its transaction. */
const MOST_AT_ONCE = 500;

/** A recipient whose turn it is, with the key of the address as it is now. */
export interface Turn {
  recipient: DueRecipient;
  key: string;
  skip: Skip | null;
}

/** The texts of the next SMS of a campaign, by person. */
export type SmsTexts = ReadonlyMap<string, RenderedSms>;

/** What of a round of the feeder is about SMS: texts, hours of countries and the ceiling of segments. */
@Injectable()
export class SmsRounds {
  constructor(
    @Inject(CampaignsRepository) private readonly campaigns: CampaignsRepository,
    @Inject(Recipients) private readonly recipients: Recipients,
    @Inject(SmsRenderings) private readonly renderings: SmsRenderings,
    @Inject(AcceptRenderedSms) private readonly messages: AcceptRenderedSms,
  ) {}

  /** Renders the next SMS of a campaign, outside of a transaction. @returns undefined for a campaign by mail */
  async prepare(workspaceId: number, id: string): Promise<SmsTexts | undefined> {
    const campaign = await this.campaigns.find(workspaceId, id);
    if (campaign?.channel !== 'sms') return undefined;
    const texts = new Map<string, RenderedSms>();
    if (campaign.state !== 'sending') return texts;
    const next = await this.recipients.next(campaign, MOST_AT_ONCE);
    const now = new Date();
    const open = next.filter(({ number }) => number !== null && openingOf(number, now) <= now);
    for (const content of new Set(open.map((each) => contentOf(campaign, each)))) {
      const group = open.filter((each) => contentOf(campaign, each) === content);
      const fillings = group.map((each) => ({
        messageId: idOf(campaign, each),
        variables: { ...variablesOf(each), ...campaign.data },
      }));
      const rendered = await this.renderings.of(workspaceId, content, fillings);
      group.forEach(({ person_id }, index) => texts.set(person_id, rendered[index] as RenderedSms));
    }
    return texts;
  }

  /**
   * Returns those who may be served now. Where SMS may not arrive at this hour, recipients get the next hour at which they may. One
   * without a text has changed since the texts were rendered, and is served by the next round.
   */
  async open(campaign: CampaignRow, due: readonly DueRecipient[], texts: SmsTexts): Promise<DueRecipient[]> {
    const now = new Date();
    const openings = new Map<string | null, Date>();
    const deferred: { person_id: string; at: Date }[] = [];
    const served = due.filter(({ person_id, number }) => {
      if (number === null) return true;
      const country = countryOfNumber(number);
      const at = openings.get(country) ?? nextSmsTime(country, now);
      openings.set(country, at);
      if (at > now) deferred.push({ person_id, at });
      return at <= now && texts.has(person_id);
    });
    await this.recipients.defer(campaign, deferred);
    return served;
  }

  /** Returns the turns up to the one that the ceiling does not allow any more; a text that cannot be sent makes its turn a skip. */
  affordable({ most_sms_segments: most, sms_segments: before }: CampaignRow, turns: Turn[], texts: SmsTexts): Turn[] {
    let segments = before;
    const checked = turns.map((turn) => ({ ...turn, skip: turn.skip ?? faultOf(texts.get(turn.recipient.person_id)) }));
    const end = checked.findIndex(({ recipient, skip }) => {
      if (skip === null) segments += segmentsOf(texts.get(recipient.person_id));
      return most !== null && segments > most;
    });
    return end < 0 ? checked : checked.slice(0, end);
  }

  /** Makes the SMS of affordable turns. @returns what became of each */
  async send(campaign: CampaignRow, turns: readonly Turn[], texts: SmsTexts): Promise<Settled[]> {
    const messages = turns.flatMap(({ recipient, skip }) => {
      const text = texts.get(recipient.person_id);
      return skip === null && text && 'body' in text ? [smsOf(campaign, recipient, text)] : [];
    });
    const accepted = await this.messages.accept(messages);
    for (const each of accepted) if (each instanceof Error) throw each;
    const segments = messages.reduce((sum, message) => sum + message.segments, 0);
    if (segments > 0) await this.campaigns.madeSms(campaign, segments);
    return turns.map(({ recipient, key, skip }) => ({
      person_id: recipient.person_id,
      address_key: key,
      message_id: skip === null ? idOf(campaign, recipient) : null,
      reason: skip,
    }));
  }

  ceilingHalt({ sms_segments: made, most_sms_segments: most }: CampaignRow): CampaignHalt {
    const message = `its SMS took ${made} of ${most} segments, and the next one needs more than are left`;
    return { code: 'sms_ceiling', message };
  }
}

const openingOf = (number: string, now: Date): Date => nextSmsTime(countryOfNumber(number), now);

const idOf = ({ id, frozen_at }: CampaignRow, { person_id }: DueRecipient): string =>
  messageIdOf(id, person_id, frozen_at as Date);

const contentOf = ({ content_ids, content_id }: CampaignRow, { variant }: DueRecipient): string =>
  (content_ids?.[variant ?? 0] ?? content_id) as string;

const segmentsOf = (text: RenderedSms | undefined): number => (text && 'body' in text ? text.segments : 0);

function faultOf(text: RenderedSms | undefined): Skip | null {
  if (text === undefined || 'fault' in text) return 'content_failed';
  return text.segments > MOST_SEGMENTS ? 'too_long' : null;
}

const smsOf = (
  campaign: CampaignRow,
  recipient: DueRecipient,
  { body, segments }: Extract<RenderedSms, { body: string }>,
): FinishedSms => ({
  workspaceId: campaign.workspace_id,
  id: idOf(campaign, recipient),
  contentId: contentOf(campaign, recipient),
  source: campaign.sms_source as SmsSource,
  from: campaign.sms_from as string,
  to: recipient.number as string,
  listId: recipient.list_id,
  groupId: campaign.id,
  body,
  segments,
});
