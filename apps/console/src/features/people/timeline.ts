/** Something that happened to a person, with its time. */
export interface Moment<Kind extends string, Entry> {
  kind: Kind;
  at: string;
  entry: Entry;
}

/** The newest entries of one kind, newest first. */
export interface Source<Entry> {
  entries: Entry[];
  atOf: (entry: Entry) => string;
  /** Whether there are older ones. */
  hasMore: boolean;
}

/**
 * Merges two sources, newest first. It ends where the first of them ends whose older entries are not loaded: below, entries of the
 * other would look as if nothing had happened between them.
 */
export function merged<A, B>(events: Source<A>, messages: Source<B>): (Moment<'event', A> | Moment<'message', B>)[] {
  const since = Math.max(endOf(events), endOf(messages));
  const all = [
    ...events.entries.map((entry) => ({ kind: 'event' as const, at: events.atOf(entry), entry })),
    ...messages.entries.map((entry) => ({ kind: 'message' as const, at: messages.atOf(entry), entry })),
  ];
  return all
    .filter(({ at }) => Date.parse(at) >= since)
    .sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
}

function endOf<Entry>({ entries, atOf, hasMore }: Source<Entry>): number {
  const last = entries.at(-1);
  return hasMore && last !== undefined ? Date.parse(atOf(last)) : -Infinity;
}
