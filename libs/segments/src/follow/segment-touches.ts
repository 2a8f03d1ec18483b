import { leavesOf, usesOf } from '@dundun/domain';
import { idsOf, type EventName } from '../counts/event-names.repository.js';
import type { FeedEntry, TouchedPerson } from '../counts/feed-entries.repository.js';
import type { SegmentRow } from '../definitions/segment.js';
import { segmentsIn } from '../definitions/segment-order.js';
import type { Undecided } from '../members/decided-together.js';
import type { MemberChange } from '../members/segment-members.repository.js';

/** People to decide, by segment, and the entry that touched each. */
export interface Touches {
  bySegment: Map<string, Set<string>>;
  entries: Map<string, string>;
  /** Of people who change because of what was known before: an import or a merge brought it. */
  causes: Map<string, 'import' | 'merge'>;
}

/** A person for whom events flipped a condition, and the segments with the condition. */
export interface EventFlip {
  person_id: string;
  /** The name of the events. */
  name: string;
  segments: ReadonlySet<string>;
}

/** What each kind of change reaches: ids of segments by `what key`. */
export type SegmentIndex = ReadonlyMap<string, ReadonlySet<string>>;

/** Indexes live segments by what they depend on, except events, of which `Flips` says whom they reach. */
export function indexOf(segments: readonly SegmentRow[]): SegmentIndex {
  const index = new Map<string, Set<string>>();
  const add = (key: string, id: string) => index.set(key, (index.get(key) ?? new Set()).add(id));
  for (const { id, tree } of segments) {
    if (!tree) continue;
    add('all', id);
    for (const { what, key } of usesOf(tree)) {
      if (what !== 'event') add(`${what} ${key}`, id);
      if (what === 'attribute') add('meta', id);
    }
    for (const leaf of leavesOf(tree)) {
      if ('message' in leaf) {
        add('message', id);
        // Messages to an address are those of who has it.
        add('field email', id);
        add('field number', id);
      }
    }
  }
  return index;
}

const NONE: ReadonlySet<string> = new Set();

/** Returns the segments that an entry of the feed may change for its person. */
function reachedBy({ type, list_id, changed }: FeedEntry, index: SegmentIndex): ReadonlySet<string> {
  if (type === 'user.created') return index.get('all') ?? NONE;
  if (type.startsWith('message.')) return index.get('message') ?? NONE;
  if (type.startsWith('subscriber.')) return index.get(`list ${list_id}`) ?? NONE;
  if (type !== 'user.updated') return NONE;
  return new Set(
    (changed ?? []).flatMap((field) => [
      ...((field === 'meta' ? index.get('meta') : index.get(`field ${field}`)) ?? NONE),
    ]),
  );
}

/**
 * A change that segments ask for may decide its person in each of them, and a thousand in fifty segments take seconds. Events are
 * compared in memory first.
 */
const EVENTS_PER_CHANGE = 16;

const workOfOne = (entry: FeedEntry, index: SegmentIndex): number =>
  reachedBy(entry, index).size > 0 ? EVENTS_PER_CHANGE : 1;

/** Returns how many events would be as much work as these entries. */
export const workOf = (entries: readonly FeedEntry[], index: SegmentIndex): number =>
  entries.reduce((sum, each) => sum + workOfOne(each, index), 0);

/** Returns entries from the first on that are not more work than so many events; one in any case. */
export function upTo(entries: FeedEntry[], most: number, index: SegmentIndex): FeedEntry[] {
  let work = 0;
  const end = entries.findIndex((each, at) => (work += workOfOne(each, index)) > most && at > 0);
  return end < 0 ? entries : entries.slice(0, end);
}

/** Returns whom to decide in which segments. @param people ids by uid @param recipients ids by message @param imported people whose entries an import wrote */
export function touchesOf(
  entries: readonly FeedEntry[],
  touched: readonly TouchedPerson[],
  index: SegmentIndex,
  people: ReadonlyMap<string, string>,
  recipients: ReadonlyMap<string, readonly string[]>,
  flips: readonly EventFlip[],
  imported: ReadonlySet<string>,
): Touches {
  const touches: Touches = { bySegment: new Map(), entries: new Map(), causes: new Map() };
  const add = (segments: ReadonlySet<string>, person: string, entry?: string) => {
    for (const id of segments) touches.bySegment.set(id, (touches.bySegment.get(id) ?? new Set()).add(person));
    if (entry !== undefined && segments.size > 0) touches.entries.set(person, entry);
  };
  const causes = new Map(
    entries.flatMap(({ type, person_id, name, id }) =>
      type === 'event.tracked' ? [[`${person_id} ${name}`, id] as const] : [],
    ),
  );
  for (const person of imported) touches.causes.set(person, 'import');
  for (const { person_id, reason } of touched) if (reason === 'import') touches.causes.set(person_id, 'import');
  for (const { person_id, name, segments } of flips) {
    add(segments, person_id, causes.get(`${person_id} ${name}`));
    // What the person did is news, even in the moment of an import.
    if (segments.size > 0) touches.causes.delete(person_id);
  }
  for (const entry of entries) {
    const person = entry.person_id ?? people.get(entry.uid ?? '');
    if (person !== undefined) add(reachedBy(entry, index), person, entry.id);
    for (const recipient of recipients.get(entry.message_id ?? '') ?? [])
      add(reachedBy(entry, index), recipient, entry.id);
  }
  for (const { person_id, reason } of touched) {
    // A change by hand reaches the segments that name its own.
    if (reason !== 'manual') add(index.get(reason === 'merge' ? 'all' : `${reason} `) ?? NONE, person_id);
    if (reason === 'merge') touches.causes.set(person_id, 'merge');
  }
  return touches;
}

/** Returns what is to be decided in segments: whom something touched, and those whose place in a segment that it names has changed. */
export function undecidedOf(
  segments: readonly SegmentRow[],
  { bySegment }: Touches,
  changes: readonly MemberChange[],
): Undecided[] {
  return segments.flatMap(({ id, tree, error }) => {
    if (!tree || error !== null) return [];
    const inner = new Set(segmentsIn(tree));
    const moved = inner.size === 0 ? [] : changes.filter(({ segment_id }) => inner.has(segment_id));
    const people = new Set([...(bySegment.get(id) ?? []), ...moved.map(({ person_id }) => person_id)]);
    return people.size === 0 ? [] : [{ id, tree, people }];
  });
}

/** Whether a segment counts events that nobody counts in this zone yet. */
export function lacksNames({ tree }: SegmentRow, names: readonly EventName[], zone: string): boolean {
  const known = idsOf(names, zone);
  return tree !== null && usesOf(tree).some(({ what, key }) => what === 'event' && !known.has(key));
}
