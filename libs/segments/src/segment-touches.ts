import { leavesOf, usesOf } from '@dundun/domain';
import { idsOf, type EventName } from './event-names.repository.js';
import type { FeedEntry, TouchedPerson } from './feed-entries.repository.js';
import type { SegmentRow } from './segment.js';

/** People to decide, by segment, and the entry that touched each. */
export interface Touches {
  bySegment: Map<string, Set<string>>;
  entries: Map<string, string>;
}

/** What each kind of change reaches: ids of segments by `what key`. */
export type SegmentIndex = ReadonlyMap<string, ReadonlySet<string>>;

/** Indexes live segments by what they depend on. Events stand under the name of the event. */
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
      if ('event' in leaf) add(`event ${leaf.event}`, id);
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
function reachedBy({ type, name, list_id, changed }: FeedEntry, index: SegmentIndex): ReadonlySet<string> {
  if (type === 'event.tracked') return index.get(`event ${name}`) ?? NONE;
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

/** Returns whom to decide in which segments. @param people ids by uid @param recipients ids by message */
export function touchesOf(
  entries: readonly FeedEntry[],
  touched: readonly TouchedPerson[],
  index: SegmentIndex,
  people: ReadonlyMap<string, string>,
  recipients: ReadonlyMap<string, readonly string[]>,
): Touches {
  const touches: Touches = { bySegment: new Map(), entries: new Map() };
  const add = (segments: ReadonlySet<string>, person: string, entry?: string) => {
    for (const id of segments) touches.bySegment.set(id, (touches.bySegment.get(id) ?? new Set()).add(person));
    if (entry !== undefined && segments.size > 0) touches.entries.set(person, entry);
  };
  for (const entry of entries) {
    const person = entry.person_id ?? people.get(entry.uid ?? '');
    if (person !== undefined) add(reachedBy(entry, index), person, entry.id);
    for (const recipient of recipients.get(entry.message_id ?? '') ?? [])
      add(reachedBy(entry, index), recipient, entry.id);
  }
  for (const { person_id, is_recounted, is_imported } of touched) {
    const key = is_recounted ? 'all' : is_imported ? 'import ' : 'suppression ';
    add(index.get(key) ?? NONE, person_id);
  }
  return touches;
}

/** Whether a segment counts events that nobody counts in this zone yet. */
export function lacksNames({ tree }: SegmentRow, names: readonly EventName[], zone: string): boolean {
  const known = idsOf(names, zone);
  return tree !== null && usesOf(tree).some(({ what, key }) => what === 'event' && !known.has(key));
}
