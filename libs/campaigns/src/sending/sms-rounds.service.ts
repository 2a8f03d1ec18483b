import { Inject, Injectable } from '@nestjs/common';
import { countryOfNumber, MOST_SEGMENTS, type CampaignHalt, type Skip, type SmsSource } from '@dundun/domain';
import { AcceptRenderedSms, SmsRenderings, type FinishedSms, type RenderedSms } from '@dundun/messaging';
import { messageIdOf } from '../audience/candidates.js';
import { variablesOf } from '../audience/reader.js';
import { Recipients, type DueRecipient, type Settled } from '../audience/recipients.repository.js';
import type { CampaignHours } from '../definitions/campaign-hours.js';
import type { CampaignRow } from '../definitions/campaign.js';
import { storedContentOf } from '../definitions/stored-content.js';
import { CampaignsRepository } from '../definitions/campaigns.repository.js';
import { Openings } from './openings.service.js';

/** SMS of one round, whose texts are rendered before its transaction. */
const MOST_AT_ONCE = 500;
/** SMS of one call of the sandbox, and how long a round renders. */
const RENDERED = 50;
const RENDERING_MS = 1_000;

/** A recipient whose turn it is, with the key of the address as it is now. */
export interface Turn {
  recipient: DueRecipient;
  key: string;
  skip: Skip | null;
}

/** The next SMS of a campaign. */
export interface PreparedSms {
  /** By person. */
  texts: ReadonlyMap<string, RenderedSms>;
  /** Those in whose country SMS may not arrive at this hour, and when they may. */
  asleep: readonly { person_id: string; at: Date }[];
  /** Those in whose country SMS may arrive at no hour at which the campaign sends. */
  never: ReadonlySet<string>;
}
const NOTHING: PreparedSms = { texts: new Map(), asleep: [], never: new Set() };

/** What of a round of the feeder is about SMS: texts, hours of countries and the ceiling of segments. */
@Injectable()
export class SmsRounds {
  constructor(
    @Inject(CampaignsRepository) private readonly campaigns: CampaignsRepository,
    @Inject(Recipients) private readonly recipients: Recipients,
    @Inject(SmsRenderings) private readonly renderings: SmsRenderings,
    @Inject(AcceptRenderedSms) private readonly messages: AcceptRenderedSms,
    @Inject(Openings) private readonly openings: Openings,
  ) {}

  /**
   * Renders the next SMS of a campaign, outside of a transaction, and no more than may be made.
   * @param roomOf returns how many that are
   * @returns undefined for a campaign by mail
   */
  async prepare(
    workspaceId: number,
    id: string,
    roomOf: (campaign: CampaignRow) => Promise<number>,
  ): Promise<PreparedSms | undefined> {
    const campaign = await this.campaigns.find(workspaceId, id);
    if (campaign?.channel !== 'sms') return undefined;
    const room = campaign.state === 'sending' ? await roomOf(campaign) : 0;
    if (room === 0) return NOTHING;
    const hours = await this.openings.hours(campaign);
    const { awake, ...others } = byHours(await this.recipients.next(campaign, MOST_AT_ONCE), hours, new Date());
    return { texts: await this.render(campaign, awake.slice(0, room)), ...others };
  }

  /** A text that takes long leaves the others to the next round. */
  private async render(campaign: CampaignRow, people: readonly DueRecipient[]): Promise<Map<string, RenderedSms>> {
    const texts = new Map<string, RenderedSms>();
    const end = performance.now() + RENDERING_MS;
    for (const content of new Set(people.map((each) => contentOf(campaign, each)))) {
      const group = people.filter((each) => contentOf(campaign, each) === content);
      for (let at = 0; at < group.length && performance.now() < end; at += RENDERED) {
        const some = group.slice(at, at + RENDERED);
        const fillings = some.map((each) => ({
          messageId: idOf(campaign, each),
          to: each.number as string,
          variables: variablesIn(campaign, each),
        }));
        const rendered = await this.renderings.of(campaign.workspace_id, content, fillings);
        some.forEach(({ person_id }, index) => texts.set(person_id, rendered[index] as RenderedSms));
      }
    }
    return texts;
  }

  /**
   * Returns those who may be served now, and gives those who sleep the next hour at which SMS may arrive. One without a text is served
   * by the next round.
   */
  async open(
    campaign: CampaignRow,
    due: readonly DueRecipient[],
    { texts, asleep, never }: PreparedSms,
  ): Promise<DueRecipient[]> {
    await this.recipients.defer(campaign, asleep);
    return due.filter(({ person_id, number }) => number === null || texts.has(person_id) || never.has(person_id));
  }

  /** Returns the turns up to the one that the ceiling does not allow any more; a text that cannot be sent makes its turn a skip. */
  affordable(
    { most_sms_segments: most, sms_segments: before }: CampaignRow,
    turns: Turn[],
    { texts, never }: PreparedSms,
  ): Turn[] {
    let segments = before;
    const checked = turns.map((turn): Turn => {
      const { person_id } = turn.recipient;
      return { ...turn, skip: turn.skip ?? (never.has(person_id) ? 'no_hour' : faultOf(texts.get(person_id))) };
    });
    const end = checked.findIndex(({ recipient, skip }) => {
      if (skip === null) segments += segmentsOf(texts.get(recipient.person_id));
      return most !== null && segments > most;
    });
    return end < 0 ? checked : checked.slice(0, end);
  }

  /** Makes the SMS of affordable turns. @returns what became of each */
  async send(campaign: CampaignRow, turns: readonly Turn[], { texts }: PreparedSms): Promise<Settled[]> {
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

/** Tells those whom SMS may reach now from those who sleep, and those whom none may reach; without a number somebody is served, and skipped. */
function byHours(people: readonly DueRecipient[], hours: CampaignHours, now: Date) {
  const openings = new Map<string, Date | null>();
  const awake: DueRecipient[] = [];
  const asleep: { person_id: string; at: Date }[] = [];
  const never = new Set<string>();
  for (const person of people) {
    if (person.number === null) continue;
    const country = countryOfNumber(person.number);
    const place = `${country} ${person.zone}`;
    if (!openings.has(place)) openings.set(place, hours.smsTime(country, person.zone, now));
    const at = openings.get(place) ?? null;
    if (at === null) never.add(person.person_id);
    else if (at <= now) awake.push(person);
    else asleep.push({ person_id: person.person_id, at });
  }
  return { awake, asleep, never };
}

const idOf = ({ id, frozen_at }: CampaignRow, { person_id, generation }: DueRecipient): string =>
  messageIdOf(id, person_id, frozen_at as Date, generation);

const variablesIn = ({ data }: CampaignRow, person: DueRecipient) => ({ ...variablesOf(person), ...data });

const contentOf = (campaign: CampaignRow, person: DueRecipient): string =>
  storedContentOf(campaign, person.variant, variablesIn(campaign, person));

const segmentsOf = (text: RenderedSms | undefined): number => (text && 'body' in text ? text.segments : 0);

function faultOf(text: RenderedSms | undefined): Skip | null {
  if (text === undefined || 'fault' in text) return 'content_failed';
  return text.segments > MOST_SEGMENTS ? 'too_long' : null;
}

const smsOf = (
  campaign: CampaignRow,
  recipient: DueRecipient,
  { body, segments, isUntracked }: Extract<RenderedSms, { body: string }>,
): FinishedSms => ({
  workspaceId: campaign.workspace_id,
  id: idOf(campaign, recipient),
  contentId: contentOf(campaign, recipient),
  source: campaign.sms_source as SmsSource,
  from: campaign.sms_from as string,
  to: recipient.number as string,
  // SMS are never transactional, so each belongs to a list.
  listId: recipient.list_id as string,
  groupId: campaign.id,
  body,
  segments,
  isUntracked: isUntracked === true,
});
