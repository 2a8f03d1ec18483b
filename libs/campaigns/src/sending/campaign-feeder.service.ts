import { Inject, Injectable } from '@nestjs/common';
import {
  DEFAULT_TEST,
  guardOf,
  remembered,
  stateAfter,
  type CampaignHalt,
  type CampaignState,
  type EndedMessages,
  type Skip,
} from '@dundun/domain';
import { AcceptByReference, ContactBudgets, MessageGroups, type ReferringMail } from '@dundun/messaging';
import { Database } from '@dundun/platform/database';
import { CampaignAlerts } from './campaign-alerts.service.js';
import { CampaignCounts } from '../definitions/campaign-counts.repository.js';
import { Openings } from './openings.service.js';
import { CampaignDecisions } from './campaign-decisions.service.js';
import {
  isTransactional,
  isUndecided,
  variantsOf,
  type CampaignRow,
  type CampaignSender,
} from '../definitions/campaign.js';
import { CampaignsRepository } from '../definitions/campaigns.repository.js';
import { storedContentOf } from '../definitions/stored-content.js';
import { addressKey, messageIdOf, normalForm } from '../audience/candidates.js';
import { Warmings } from '../checks/warming.service.js';
import { allowance, MOST_OPEN } from './feed-rate.js';
import { variablesOf } from '../audience/reader.js';
import { Recipients, type DueRecipient, type Settled } from '../audience/recipients.repository.js';
import { SmsRounds, type PreparedSms, type Turn } from './sms-rounds.service.js';

/** Until the next round while recipients wait, and while only their messages do. */
const NEXT_MS = 200;
const ENDING_MS = 1_000;
/** While a test waits for its decision, so that late complaints still halt it. */
const TESTING_MS = 10_000;
const HOUR_MS = 3_600_000;
/** A test has ended when at most this share of its messages has not: one mailbox that is full does not hold up the rest. */
const LATE_SHARE = 0.01;
/** While nobody's turn is near and no message waits, and while a warm-up has no room. */
const RESTING_MS = 10_000;
/** People whose zone is closed, moved in one transaction. */
const MOVED = 10_000;
/** People who get their variant in one transaction. */
const RELEASED = 10_000;

/** Whether a campaign may be served again at once, or its test is to be decided. */
type Next = 'more' | 'rest' | 'decide';

/**
 * Makes the messages of a campaign, a few seconds ahead of their hand-over. A round is one transaction under the lock of the
 * campaign: after a crash nothing of it is there, or all. What somebody is like is read now; who gets it was decided before.
 */
@Injectable()
export class CampaignFeeder {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(CampaignsRepository) private readonly campaigns: CampaignsRepository,
    @Inject(Recipients) private readonly recipients: Recipients,
    @Inject(CampaignCounts) private readonly counts: CampaignCounts,
    @Inject(AcceptByReference) private readonly messages: AcceptByReference,
    @Inject(MessageGroups) private readonly groups: MessageGroups,
    @Inject(CampaignAlerts) private readonly alerts: CampaignAlerts,
    @Inject(ContactBudgets) private readonly budgets: ContactBudgets,
    @Inject(Openings) private readonly openings: Openings,
    @Inject(CampaignDecisions) private readonly decisions: CampaignDecisions,
    @Inject(SmsRounds) private readonly sms: SmsRounds,
    @Inject(Warmings) private readonly warmings: Warmings,
  ) {}

  /** Serves recipients whose turn it is. @returns whether more of them may be served at once */
  async round(workspaceId: number, id: string): Promise<boolean> {
    const prepared = await this.sms.prepare(workspaceId, id, async (campaign) => {
      const open = await this.openMessages(campaign, await this.groups.ended(workspaceId, id));
      return allowed(campaign, open).room;
    });
    const next = await this.database.transaction(async (): Promise<Next> => {
      const campaign = await this.campaigns.claim(workspaceId, id);
      return campaign?.state === 'sending' ? this.feed(campaign, prepared) : 'rest';
    });
    if (next === 'decide') await this.decisions.decide(workspaceId, id);
    return next !== 'rest';
  }

  /** @param prepared its next SMS; undefined for mail, which is rendered when it is handed over */
  private async feed(campaign: CampaignRow, prepared?: PreparedSms): Promise<Next> {
    const ended = await this.groups.ended(campaign.workspace_id, campaign.id);
    if (await this.isHalted(campaign, ended)) return 'rest';
    const open = await this.openMessages(campaign, ended);
    const { room: most, fedAt } = allowed(campaign, open);
    const warm = campaign.sender && (await this.warmings.room(campaign.workspace_id, campaign.sender));
    const room = Math.min(most, warm ?? most);
    const due = room > 0 ? await this.recipients.due(campaign, room) : [];
    const served = prepared ? await this.sms.open(campaign, due, prepared) : due;
    if (served.length === 0) return this.rest(campaign, open, warm === 0);
    const closed = await this.openings.closed(campaign, new Set(served.map(({ zone }) => zone)));
    if (closed.later.size > 0) {
      await this.recipients.wait(campaign, closed.later, MOVED);
      return 'more';
    }
    const all = await this.turns(campaign, served, closed.never);
    const affordable = prepared ? this.sms.affordable(campaign, all, prepared) : all;
    if (affordable.length === 0) return this.reachCeiling(campaign, open);
    const turns = await this.cap(campaign, affordable);
    const settled = prepared ? await this.sms.send(campaign, turns, prepared) : await this.send(campaign, turns);
    await this.recipients.settle(campaign, settled);
    await this.counts.add(campaign, changesOf(settled));
    const isMore = (due.length === room || due.length > settled.length) && campaign.per_minute === null;
    await this.campaigns.fed(campaign, fedAt(settled.length), isMore ? 0 : NEXT_MS);
    return isMore ? 'more' : 'rest';
  }

  /** Halts the campaign if too much of its mail fails, so that no further hand-over begins. */
  private async isHalted(campaign: CampaignRow, ended: EndedMessages): Promise<boolean> {
    const { workspace_id, id, guard } = campaign;
    const now = new Date();
    const halt = guardOf(guard, ended, now);
    if (halt) {
      await this.halt(campaign, halt, now);
      return true;
    }
    const memory = remembered(guard, ended, now);
    if (memory !== guard) await this.campaigns.remember(workspace_id, id, memory);
    return false;
  }

  private async halt(campaign: CampaignRow, halt: CampaignHalt, now: Date): Promise<void> {
    const { workspace_id, id } = campaign;
    await this.groups.pause(workspace_id, id);
    const state = stateAfter('sending', 'halt') as CampaignState;
    await this.campaigns.move(workspace_id, id, state, { ...halt, at: now.toISOString() });
    await this.alerts.halted(campaign, halt);
  }

  /** What is allowed leaves first. */
  private async reachCeiling(campaign: CampaignRow, open: number): Promise<Next> {
    if (open > 0) await this.campaigns.postpone(campaign.workspace_id, campaign.id, ENDING_MS);
    else await this.halt(campaign, this.sms.ceilingHalt(campaign), new Date());
    return 'rest';
  }

  /** Counts the messages that have not been handed over. */
  private async openMessages(campaign: CampaignRow, ended: EndedMessages): Promise<number> {
    const { queued, retried = 0 } = await this.counts.of(campaign);
    return queued + retried - Object.values(ended).reduce((sum, count) => sum + count, 0);
  }

  /** Ends the campaign once everybody has been served and every message is handed over. @param isFull a warm-up has no room today */
  private async rest(campaign: CampaignRow, open: number, isFull: boolean): Promise<Next> {
    const { planned, queued } = await this.counts.of(campaign);
    const isTest = planned > 0 && variantsOf(campaign) > 1;
    const turn = planned > 0 ? await this.recipients.nextTurn(campaign) : null;
    // Somebody may wait for a day by now, for a cap or an hour: the others do not wait for that turn.
    const isDecided = !isUndecided(campaign);
    if (isTest && isDecided && (await this.release(campaign)) > 0) return 'more';
    if (isTest && !isDecided && turn === null) return this.test(campaign, open, queued);
    if (planned === 0 && open === 0)
      await this.campaigns.move(campaign.workspace_id, campaign.id, stateAfter('sending', 'finish') as CampaignState);
    else
      await this.campaigns.postpone(
        campaign.workspace_id,
        campaign.id,
        planned > 0 ? (isFull ? RESTING_MS : untilTurn(turn, open)) : ENDING_MS,
      );
    return 'rest';
  }

  /** Gives some of those who waited for the decision their variant. @returns how many; 0 when nobody waits any more */
  private release(campaign: CampaignRow): Promise<number> {
    const variant = campaign.decision ? campaign.decision.winner : null;
    return this.recipients.release(campaign, { variant, variants: variantsOf(campaign), most: RELEASED });
  }

  /** Waits for the decision of a test. */
  private async test(campaign: CampaignRow, open: number, queued: number): Promise<Next> {
    const { workspace_id, id, test_ended_at } = campaign;
    if (open > queued * LATE_SHARE) {
      await this.campaigns.postpone(workspace_id, id, ENDING_MS);
      return 'rest';
    }
    const endedAt = test_ended_at ?? (await this.campaigns.testEnded(workspace_id, id));
    const wait = endedAt.getTime() + (campaign.test ?? DEFAULT_TEST).hours * HOUR_MS - Date.now();
    if (wait <= 0) return 'decide';
    await this.campaigns.postpone(workspace_id, id, Math.min(wait, TESTING_MS));
    return 'rest';
  }

  /** The address of today counts; another recipient may have it. @param never zones in which nothing may leave at any hour */
  private async turns(campaign: CampaignRow, due: DueRecipient[], never: ReadonlySet<string | null>): Promise<Turn[]> {
    const turns = due.map((recipient): Turn => {
      const { uid, email, number, is_subscribed, is_paused, address_key, zone } = recipient;
      const address = campaign.channel === 'sms' ? number : email;
      if (uid === null) return { recipient, key: address_key, skip: 'erased' };
      if (address === null) return { recipient, key: address_key, skip: 'no_address' };
      const key = addressKey(normalForm(campaign.channel, address));
      if (!is_subscribed) return { recipient, key: address_key, skip: 'left' };
      if (is_paused) return { recipient, key: address_key, skip: 'paused' };
      return never.has(zone) ? { recipient, key: address_key, skip: 'no_hour' } : { recipient, key, skip: null };
    });
    const changed = turns.filter(({ recipient, key }) => key !== recipient.address_key);
    const taken = await this.recipients.taken(
      campaign,
      changed.map(({ key }) => key),
    );
    for (const turn of changed) {
      if (taken.has(turn.key)) Object.assign(turn, { key: turn.recipient.address_key, skip: 'duplicate_address' });
      taken.add(turn.key);
    }
    return turns;
  }

  /**
   * Puts off those whom marketing has reached as often as the workspace allows, once for each of their messages, and skips them then.
   * The sample of a test waits for nobody. Whose message is made again waits for a new day or week: the message before it may be what
   * was counted. @returns those who are served now
   */
  private async cap(campaign: CampaignRow, turns: readonly Turn[]): Promise<Turn[]> {
    if (isTransactional(campaign)) return [...turns];
    const { workspace_id, channel } = campaign;
    const wanted = turns.filter(({ skip }) => skip === null);
    const allowed = await this.budgets.take(workspace_id, channel, peopleOf(wanted));
    const over = wanted.filter(({ recipient }) => !allowed.has(recipient.person_id));
    for (const turn of over) turn.skip = 'capped';
    const later = isUndecided(campaign) ? [] : over.filter(({ recipient }) => !recipient.is_put_off);
    const again = later.filter(({ recipient }) => recipient.generation > 0);
    const spent = await this.budgets.spent(workspace_id, channel, peopleOf(again), 0);
    const putOff = peopleOf(later).map((person_id) => ({ person_id, at: spent.get(person_id)?.until ?? null }));
    await this.recipients.putOff(campaign, putOff);
    const waiting = new Set(peopleOf(later));
    return turns.filter(({ recipient }) => !waiting.has(recipient.person_id));
  }

  private async send(campaign: CampaignRow, turns: Turn[]): Promise<Settled[]> {
    const wanted = turns.filter(({ skip }) => skip === null);
    const mails = wanted.map(({ recipient }) => mailOf(campaign, recipient));
    const accepted = await this.messages.accept(mails);
    const ids = new Map(wanted.map(({ recipient }, index) => [recipient.person_id, accepted[index]]));
    return turns.map(({ recipient: { person_id }, key, skip }) => {
      const message = ids.get(person_id);
      if (message instanceof Error) throw message;
      return { person_id, address_key: key, message_id: message?.id ?? null, reason: skip };
    });
  }
}

const peopleOf = (turns: readonly Turn[]) => turns.map(({ recipient }) => recipient.person_id);

const allowed = ({ channel, per_minute, fed_at }: CampaignRow, open: number) =>
  allowance(per_minute, fed_at, open, new Date(), MOST_OPEN[channel]);

/** Until the next round while nobody's turn has come. */
function untilTurn(turn: Date | null, open: number): number {
  const ms = (turn?.getTime() ?? 0) - Date.now();
  return Math.min(Math.max(ms, NEXT_MS), open > 0 ? ENDING_MS : RESTING_MS);
}

function mailOf(campaign: CampaignRow, recipient: DueRecipient): ReferringMail {
  const { workspace_id, id, frozen_at } = campaign;
  const variables = { ...variablesOf(recipient), ...campaign.data };
  const { name, email, reply_to, integration_id } = campaign.sender as CampaignSender;
  return {
    workspaceId: workspace_id,
    id: messageIdOf(id, recipient.person_id, frozen_at as Date, recipient.generation),
    groupId: id,
    contentId: storedContentOf(campaign, recipient.variant, variables),
    from: { name, email },
    firstIntegrationId: integration_id,
    ...(reply_to !== null && { replyTo: { name: null, email: reply_to } }),
    to: { name: null, email: recipient.email as string },
    listId: isTransactional(campaign) ? null : recipient.list_id,
    variables,
  };
}

function changesOf(settled: readonly Settled[]) {
  const skipped = new Map<Skip, number>();
  for (const { reason } of settled) if (reason) skipped.set(reason, (skipped.get(reason) ?? 0) + 1);
  const count = [...skipped.values()].reduce((sum, each) => sum + each, 0);
  return [
    { what: 'planned' as const, by: -settled.length },
    { what: 'queued' as const, by: settled.length - count },
    ...[...skipped].map(([reason, by]) => ({ what: 'skipped' as const, reason, by })),
  ];
}
