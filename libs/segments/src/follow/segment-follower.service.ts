import { Inject, Injectable } from '@nestjs/common';
import { Database, isRetryable, isUnavailable } from '@dundun/platform/database';
import type { FeedPlace } from '../counts/count.statements.js';
import { EventCounts } from '../counts/event-counts.repository.js';
import { EventNames, idsOf, type EventName } from '../counts/event-names.repository.js';
import { FeedEntries, type FeedEntry } from '../counts/feed-entries.repository.js';
import { Flips } from '../counts/flips.js';
import type { SegmentRow } from '../definitions/segment.js';
import { SegmentContributors } from './segment-contributors.service.js';
import { SegmentDefinitions } from '../definitions/segment-definitions.service.js';
import { levelsOf } from '../definitions/segment-order.js';
import {
  SegmentMembers,
  UndecidedError,
  type MemberCause,
  type MemberChange,
} from '../members/segment-members.repository.js';
import { SegmentPositions, type SegmentPosition } from '../definitions/segment-positions.repository.js';
import { SegmentsRepository } from '../definitions/segments.repository.js';
import { Pace } from './pace.js';
import {
  indexOf,
  lacksNames,
  touchesOf,
  undecidedOf,
  upTo,
  workOf,
  type EventFlip,
  type SegmentIndex,
} from './segment-touches.js';

/** What one transaction follows: events, or as much work of another kind. */
const EVENTS = { first: 250, least: 160, most: 4_000 };
const TOUCHED = 250;

/** What a transaction has followed. */
interface Stretch {
  isMore: boolean;
  /** In events, as `workOf` counts it. */
  work: number;
  /** The age of what was followed last, in milliseconds. */
  lateMs: number;
}
const NOTHING: Stretch = { isMore: false, work: 0, lateMs: 0 };

/** What a stretch decides. */
interface Decision {
  workspaceId: number;
  position: SegmentPosition;
  segments: SegmentRow[];
  live: SegmentRow[];
  index: SegmentIndex;
  names: EventName[];
  entries: FeedEntry[];
  flips: EventFlip[];
  /** Whether each segment is decided by itself, so that the one that fails is known. */
  apart: boolean;
}

/** Whether the next round may do what failed now. */
const isPassing = (error: unknown): boolean => isRetryable(error) || isUnavailable(error);

/**
 * Keeps the members of live segments current. Counts, members, changes and the position are one transaction, so a worker that
 * is killed has done all of a stretch or nothing.
 */
@Injectable()
export class SegmentFollower {
  private readonly pace = new Pace(EVENTS);

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(SegmentPositions) private readonly positions: SegmentPositions,
    @Inject(SegmentsRepository) private readonly segments: SegmentsRepository,
    @Inject(SegmentDefinitions) private readonly definitions: SegmentDefinitions,
    @Inject(SegmentMembers) private readonly members: SegmentMembers,
    @Inject(EventNames) private readonly names: EventNames,
    @Inject(EventCounts) private readonly counts: EventCounts,
    @Inject(FeedEntries) private readonly feed: FeedEntries,
    @Inject(SegmentContributors) private readonly contributors: SegmentContributors,
  ) {}

  /** Follows the next stretch of a workspace. @returns no more when nothing is left, or another worker follows */
  async follow(workspaceId: number): Promise<Omit<Stretch, 'work'>> {
    let followed = NOTHING;
    await this.pace.step(workspaceId, async (size) => {
      followed = await this.followStretch(workspaceId, size).catch((error: unknown) => {
        if (!(error instanceof UndecidedError) || error.segmentIds.length === 1 || isPassing(error.cause)) throw error;
        return this.followStretch(workspaceId, size, true);
      });
      return followed.work;
    });
    return followed;
  }

  private followStretch(workspaceId: number, most: number, apart = false): Promise<Stretch> {
    return this.database.transaction(async () => {
      const position = await this.positions.tryLock(workspaceId);
      if (!position) return NOTHING;
      const segments = await this.segments.lockAll(workspaceId);
      const names = await this.settled(workspaceId, position, segments);
      const live = segments.filter(({ kind }) => kind === 'live');
      const index = indexOf(live);
      const next = await this.feed.next(workspaceId, position, most);
      const entries = upTo(next, most, index);
      const isCut = entries.length < next.length;
      const last = entries.at(-1);
      const flips = last ? await this.count(workspaceId, live, names, entries, { from: position, to: last }) : [];
      if (last) await this.positions.move(workspaceId, last);
      const reached = { ...position, ...(last && { xid: last.xid, id: last.id }) };
      const decision = { workspaceId, position: reached, segments, live, index, names, entries, flips, apart };
      const isMoreTouched = await this.decide(decision);
      return {
        isMore: isMoreTouched || isCut || next.length === most,
        // Another change would not have fitted.
        work: isCut ? most : workOf(entries, index),
        // Of people who were touched outside the feed, nobody knows since when.
        lateMs: last && !isMoreTouched ? last.age_ms : Infinity,
      };
    });
  }

  /** Begins a day, and counts by the days of the zone that the workspace has now. */
  private async settled(
    workspaceId: number,
    { day, today, zone }: SegmentPosition,
    segments: SegmentRow[],
  ): Promise<EventName[]> {
    if (day === null || day < today) {
      await this.positions.turn(workspaceId, today);
      if (day !== null) await this.segments.turnDay(workspaceId);
    }
    let names = await this.names.all(workspaceId);
    for (const segment of segments.filter((each) => lacksNames(each, names, zone))) {
      await this.definitions.settle(workspaceId, segment);
      names = await this.names.all(workspaceId);
    }
    return names;
  }

  /** Counts the events of a stretch. @returns the people for whom they flip a condition */
  private async count(
    workspaceId: number,
    live: SegmentRow[],
    names: EventName[],
    entries: FeedEntry[],
    { from: { zone, today, ...from }, to }: { from: SegmentPosition; to: FeedPlace },
  ): Promise<EventFlip[]> {
    const happened = new Set(entries.map(({ name }) => name));
    const counted = names.filter(({ source, name }) => source === 'event' && happened.has(name));
    const additions = await this.counts.add(workspaceId, counted, { from, to });
    const sound = live.filter(({ error }) => error === null);
    const flips = new Flips(sound, { zone, today, names: idsOf(names, zone) });
    const days = await this.counts.days(workspaceId, flips.wanted(additions));
    const nameOf = new Map(counted.map(({ id, name }) => [id, name]));
    return additions.map((each) => ({
      person_id: each.person_id,
      name: nameOf.get(each.name_id) ?? '',
      segments: flips.reached(each, days),
    }));
  }

  /** @returns whether more people were touched outside the feed */
  private async decide(decision: Decision): Promise<boolean> {
    const { workspaceId, position, segments, live, index, names, entries, flips, apart } = decision;
    const touched = await this.feed.takeTouched(workspaceId, TOUCHED);
    const merged = touched.filter(({ reason }) => reason === 'merge').map(({ person_id }) => person_id);
    await this.counts.recount(workspaceId, names, merged, position);
    const uids = entries.flatMap(({ person_id, uid }) => (person_id === null && uid !== null ? [uid] : []));
    const people = await this.feed.peopleOf(workspaceId, [...new Set(uids)]);
    const recipients = await this.recountMessages(workspaceId, names, entries, people);
    const imported = await this.feed.imported(workspaceId, entries, people);
    const touches = touchesOf(entries, touched, index, people, recipients, flips, imported);
    const reading = { workspaceId, ...position, names: idsOf(names, position.zone) };
    const why: MemberCause = { cause: 'change', causes: touches.causes, entries: touches.entries };
    const changes: MemberChange[] = await this.feed.manualChanges(workspaceId, touched);
    for (const level of levelsOf(live)) {
      const undecided = undecidedOf(level, touches, changes);
      changes.push(...(await this.members.decide(reading, undecided, why, { apart })));
    }
    await this.contributors.follow({ workspaceId, entries, changes });
    if (merged.length > 0) {
      // A person who was merged away is in no segment of any kind.
      const others = segments.filter(({ kind }) => kind !== 'live').map(({ id }) => id);
      const archived = await this.segments.archivedIds(workspaceId);
      await this.members.forgetGone(workspaceId, [...others, ...archived], merged);
    }
    return touched.length === TOUCHED;
  }

  /** Counts again what happened with the messages of those whom entries name. @returns people by message */
  private async recountMessages(
    workspaceId: number,
    names: readonly EventName[],
    entries: readonly FeedEntry[],
    people: ReadonlyMap<string, string>,
  ): Promise<Map<string, string[]>> {
    if (names.every(({ source }) => source === 'event')) return new Map();
    const messages = entries.flatMap(({ message_id }) => message_id ?? []);
    const recipients = await this.feed.recipientsOf(workspaceId, [...new Set(messages)]);
    const readdressed = entries.flatMap(({ type, uid, changed }) => {
      const isNew = type === 'user.created' || (changed ?? []).some((field) => field === 'email' || field === 'number');
      return (isNew && people.get(uid ?? '')) || [];
    });
    const all = new Set([...[...recipients.values()].flat(), ...readdressed]);
    await this.counts.recountMessages(workspaceId, names, [...all].sort());
    return recipients;
  }
}
