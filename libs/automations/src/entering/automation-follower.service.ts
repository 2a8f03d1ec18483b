import { Inject, Injectable } from '@nestjs/common';
import { GRAPH_LIMITS, type Told } from '@dundun/domain';
import { LOGGER, type Logger } from '@dundun/platform/config';
import { newId } from '@dundun/platform/database';
import { FeedEntries, SegmentContributor, SegmentContributors, type Followed } from '@dundun/segments';
import { AutomationsRepository, type LiveAutomation } from '../definitions/automations.repository.js';
import type { Entrance } from './entrances.repository.js';
import { grouped } from '../runs/grouped.js';
import { firstOf, isMet } from '../runs/hooks.js';
import { isNews, isOldMethod } from '../runs/old-facts.js';
import { entryOf, isTooLarge, isTriggered, keyOf, type Occasion } from './occasion.js';
import { ClockTriggers } from './clock-triggers.service.js';
import { RunStarts } from './run-starts.service.js';
import { ToldEvents, type ToldEvent } from './told-events.repository.js';
import { Waits, type HeardWait, type Sound, type Woken } from '../runs/waits.repository.js';

/** Something that happened, at its place in the stretch. */
interface Occurrence {
  place: number;
  trigger: Occasion | null;
  sound: Sound | null;
  personId: string;
  /** What it is in the feed, if that has more to say. */
  event: { xid: string; id: string } | null;
  isOld: boolean;
}

type PlacedEntrance = Entrance & { place: number };

/** The changes of a list that a step of the ledger means. */
const LIST_STEPS: Record<string, readonly string[]> = {
  'subscriber.subscribed': ['subscribed'],
  'subscriber.confirmed': ['subscribed', 'confirmed'],
  'subscriber.unsubscribed': ['unsubscribed'],
  'subscriber.removed': ['unsubscribed'],
};
const CLICKED = 'message.clicked';
/** Fields that move the time at which somebody enters by a date. */
const DATING = ['meta', 'tz'];

/**
 * Lets people into automations and wakes those inside, in the transaction that follows the feed: each thing that happens enters
 * or wakes once, also after a crash.
 */
@Injectable()
export class AutomationFollower extends SegmentContributor {
  constructor(
    @Inject(SegmentContributors) contributors: SegmentContributors,
    @Inject(FeedEntries) private readonly feed: Pick<FeedEntries, 'peopleOf' | 'recipientsOf'>,
    @Inject(AutomationsRepository) private readonly automations: AutomationsRepository,
    @Inject(ToldEvents) private readonly events: ToldEvents,
    @Inject(RunStarts) private readonly starts: RunStarts,
    @Inject(Waits) private readonly waits: Waits,
    @Inject(ClockTriggers) private readonly clocks: Pick<ClockTriggers, 'decideAgain'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    super(contributors);
  }

  async follow(followed: Followed): Promise<void> {
    const { workspaceId } = followed;
    await this.decideDates(followed);
    const occurrences = await this.occurrencesOf(followed);
    if (occurrences.length === 0) return;
    const told = new Map<string, ToldEvent>();
    const entered = await this.enter(workspaceId, occurrences, told);
    await this.wake(workspaceId, occurrences, told, entered);
  }

  /** Who has other attributes or another zone may enter at another time. */
  private async decideDates({ workspaceId, entries }: Followed): Promise<void> {
    const changed = entries.flatMap(({ type, changed, uid }) =>
      uid !== null && (type === 'user.created' || changed?.some((field) => DATING.includes(field))) ? [uid] : [],
    );
    if (changed.length === 0) return;
    const people = await this.feed.peopleOf(workspaceId, [...new Set(changed)]);
    await this.clocks.decideAgain(workspaceId, [...new Set(people.values())].sort());
  }

  private async occurrencesOf({ workspaceId, entries, changes }: Followed): Promise<Occurrence[]> {
    const ofLists = entries.filter(({ type, list_id, uid }) => list_id !== null && uid !== null && LIST_STEPS[type]);
    const people = await this.feed.peopleOf(workspaceId, [...new Set(ofLists.map(({ uid }) => uid ?? ''))]);
    const clicks = await this.clicks(workspaceId, entries);
    const fromFeed = entries.flatMap((entry, place): Occurrence[] => {
      const { name, person_id, list_id, uid, xid, id, message_id, method } = entry;
      if (name !== null && person_id !== null) {
        const sound: Sound = { kind: 'event', key: name, person_id };
        return [{ place, trigger: { kind: 'event', key: name }, sound, personId: person_id, event: { xid, id }, isOld: false }]; // prettier-ignore
      }
      const clickedBy = entry.type === CLICKED ? (clicks.get(message_id ?? '') ?? []) : [];
      if (clickedBy.length > 0)
        return clickedBy.map((personId) => {
          const sound: Sound = { kind: 'message', key: message_id ?? '', person_id: personId };
          return { place, trigger: null, sound, personId, event: null, isOld: false };
        });
      const steps = LIST_STEPS[entry.type];
      const personId = steps && list_id !== null ? people.get(uid ?? '') : undefined;
      if (!steps || personId === undefined || list_id === null) return [];
      const sound: Sound | null = steps.includes('unsubscribed') ? { kind: 'list', key: list_id, person_id: personId } : null; // prettier-ignore
      const isOld = isOldMethod(method);
      return [{ place, trigger: { kind: 'list', key: list_id, changes: steps }, sound, personId, event: null, isOld }];
    });
    const fromSegments = changes.map(({ segment_id: key, person_id, entered, cause }, index): Occurrence => ({
      place: entries.length + index,
      trigger: { kind: 'segment', key, changes: [entered ? 'enters' : 'leaves'] },
      sound: entered ? { kind: 'segment', key, person_id } : null,
      personId: person_id,
      event: null,
      isOld: !isNews(cause),
    }));
    return [...fromFeed, ...fromSegments];
  }

  /** Returns who clicked, by message; only messages that a person clicked in, as far as is known now. */
  private async clicks(workspaceId: number, entries: Followed['entries']): Promise<Map<string, string[]>> {
    const messages = new Set(entries.flatMap(({ type, message_id }) => (type === CLICKED ? (message_id ?? []) : [])));
    const clicked = await this.waits.clicked(workspaceId, [...messages]);
    return clicked.size === 0 ? new Map() : this.feed.recipientsOf(workspaceId, [...clicked]);
  }

  private async enter(
    workspaceId: number,
    occurrences: readonly Occurrence[],
    told: Map<string, ToldEvent>,
  ): Promise<PlacedEntrance[]> {
    const things = new Map(occurrences.flatMap(({ trigger }) => (trigger ? [[`${trigger.kind} ${trigger.key}`, trigger]] : []))); // prettier-ignore
    const automations = await this.automations.triggered(workspaceId, [...things.values()]);
    if (automations.length === 0) return [];
    const names = new Set(automations.flatMap(({ compiled: { trigger } }) => (trigger.kind === 'event' ? [trigger.event] : []))); // prettier-ignore
    const asked = occurrences.flatMap(({ trigger, event }) => (event && trigger && names.has(trigger.key) ? [event] : [])); // prettier-ignore
    for (const [id, event] of await this.events.of(workspaceId, asked)) told.set(id, event);
    const named = automations.flatMap((automation) =>
      occurrences.flatMap((each) => this.entranceOf(workspaceId, automation, each, told) ?? []),
    );
    return this.starts.start(workspaceId, automations, named);
  }

  private entranceOf(
    workspaceId: number,
    { id: automationId, version, compiled: { trigger, settings } }: LiveAutomation,
    { trigger: what, event, isOld, personId, place }: Occurrence,
    told: ReadonlyMap<string, ToldEvent>,
  ): PlacedEntrance | undefined {
    const said = event ? told.get(event.id) : undefined;
    if (!isTriggered(trigger, what, said) || ((isOld || said?.is_old) && !trigger.old_facts)) return undefined;
    const entry = entryOf(said);
    if (isTooLarge(entry)) {
      this.logger.warn(
        { workspace_id: workspaceId, automation_id: automationId, event_id: event?.id },
        `a person did not enter an automation: the event is over ${GRAPH_LIMITS.entryBytes} bytes`,
      );
      return undefined;
    }
    const { reentry } = settings;
    const key = keyOf(reentry, trigger.kind === 'event' ? trigger.key : undefined, said);
    if (key === undefined) return undefined;
    return {
      place,
      id: newId(),
      automation_id: automationId,
      version,
      person_id: personId,
      key,
      entry_id: event?.id ?? newId(),
      entered_at: said?.received_at ?? new Date(),
      entry,
      reentry,
    };
  }

  private async wake(
    workspaceId: number,
    occurrences: readonly Occurrence[],
    told: Map<string, ToldEvent>,
    entered: readonly PlacedEntrance[],
  ): Promise<void> {
    const heard = await this.waits.heard(
      workspaceId,
      occurrences.flatMap(({ sound }) => sound ?? []),
    );
    if (heard.length === 0) return;
    const since = new Map(entered.map(({ id, place }) => [id, place]));
    const waitsOf = grouped(heard, soundKey);
    const asked = occurrences.flatMap(({ sound, event }) => (sound && event && waitsOf.has(soundKey(sound)) && !told.has(event.id) ? [event] : [])); // prettier-ignore
    for (const [id, event] of await this.events.of(workspaceId, asked)) told.set(id, event);
    const met = new Map<string, HeardWait>();
    for (const { sound, event, place } of occurrences) {
      const mine = sound ? (waitsOf.get(soundKey(sound)) ?? []) : [];
      for (const [enrolment, waits] of grouped(mine, ({ enrolment_id }) => enrolment_id)) {
        // What brought somebody in, and what was before it, neither wakes nor ends the run.
        if (met.has(enrolment) || place <= (since.get(enrolment) ?? -1)) continue;
        const first = firstOf(await this.metBy(workspaceId, waits, event ? told.get(event.id) : {}));
        if (first) met.set(enrolment, first);
      }
    }
    const all = [...met].sort(([one], [other]) => (one < other ? -1 : 1));
    const woken = all.map(([id, { visit, way }]): Woken => ({ id, visit, way }));
    await this.waits.end(workspaceId, woken.filter(({ visit }) => visit === 0)); // prettier-ignore
    await this.waits.wake(workspaceId, woken.filter(({ visit }) => visit > 0)); // prettier-ignore
  }

  private async metBy(workspaceId: number, waits: readonly HeardWait[], event: Told | undefined): Promise<HeardWait[]> {
    const met: HeardWait[] = [];
    for (const wait of waits) {
      const version = await this.automations.version(workspaceId, wait.automation_id, wait.version);
      if (event && isMet(version, wait, wait.step, event, wait.entry)) met.push(wait);
    }
    return met;
  }
}

const soundKey = ({ kind, key, person_id }: Sound): string => `${kind} ${person_id} ${key}`;
