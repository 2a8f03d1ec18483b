import { leavesOf, type SegmentNode } from '@dundun/domain';

/** A live segment, and the people to decide in it. */
export interface Undecided {
  id: string;
  tree: SegmentNode;
  people: ReadonlySet<string>;
}

/** What a statement costs besides its lookups, in lookups: one is a condition of one person. */
const STATEMENT = 2_000;
const MOST_CONDITIONS = 100;

/**
 * Groups segments that one statement decides. It looks up each condition for each of its people, so segments with other people are
 * apart where that costs more than another statement.
 */
export function decidedTogether(segments: readonly Undecided[]): Undecided[][] {
  const groups: { segments: Undecided[]; people: Set<string>; conditions: number; lookups: number }[] = [];
  for (const segment of [...segments].sort((one, other) => other.people.size - one.people.size)) {
    const conditions = leavesOf(segment.tree).length;
    const alone = segment.people.size * conditions;
    const group = groups.at(-1);
    const people = new Set([...(group?.people ?? []), ...segment.people]);
    const all = (group?.conditions ?? 0) + conditions;
    if (group && all <= MOST_CONDITIONS && people.size * all <= group.lookups + alone + STATEMENT)
      Object.assign(group, {
        people,
        conditions: all,
        lookups: people.size * all,
        segments: [...group.segments, segment],
      });
    else groups.push({ segments: [segment], people: new Set(segment.people), conditions, lookups: alone });
  }
  return groups.map((group) => group.segments);
}
