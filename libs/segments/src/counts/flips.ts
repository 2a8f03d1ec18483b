import {
  countedKey,
  daysOf,
  endOfDay,
  isCounted,
  leavesOf,
  startOfDay,
  type CountedLeaf,
  type Days,
  type LocalDate,
  type SegmentNode,
  type Times,
  type Window,
} from '@dundun/domain';

/** What a stretch of the feed added to the counts of a person for one name, and what was there before. */
export interface CountAddition extends Record<string, unknown> {
  name_id: number;
  person_id: string;
  count: number;
  first_at: Date;
  last_at: Date;
  /** Additions by day. */
  days: Record<LocalDate, number>;
  count_before: number;
  first_before: Date | null;
  last_before: Date | null;
}

/** A sum that an addition changes: of one person, one name and the days of a window. */
export interface WindowSum extends Days {
  nameId: number;
  personId: string;
}

/** Returns the key of a sum. */
export const sumKey = ({ nameId, personId, from = '', to = '' }: WindowSum): string =>
  `${nameId} ${personId} ${from} ${to}`;

/** The calendar by which conditions are read, and the ids of what is counted. */
interface Reading {
  zone: string;
  today: LocalDate;
  names: ReadonlyMap<string, number>;
}

/** A condition on what is counted, and the segments that have it. */
interface FlippingLeaf {
  leaf: CountedLeaf;
  segments: string[];
}

interface Segment {
  id: string;
  tree: SegmentNode | null;
}

/** Counts of one moment. */
interface Counts {
  count: number;
  first: Date | null;
  last: Date | null;
  /** In the window, for conditions that say how often. */
  sum: number;
}

const isOften = (count: number, times: Times = { at_least: 1 }): boolean => {
  if ('at_least' in times) return count >= times.at_least;
  if ('at_most' in times) return count <= times.at_most;
  return 'exactly' in times ? count === times.exactly : count >= times.between[0] && count <= times.between[1];
};

const isDuring = (at: Date | null, window: Window | undefined, { zone, today }: Reading): boolean => {
  const { from, to } = daysOf(window, today);
  return at !== null && (!from || at >= startOfDay(from, zone)) && (!to || at < endOfDay(to, zone));
};

/** Whether a condition needs the sum over the days of its window, as its SQL does. */
function needsSum(leaf: CountedLeaf): boolean {
  const { times, window } = leaf;
  if (!window || ('which' in leaf && leaf.which)) return false;
  return times !== undefined || 'from' in window;
}

/** Decides a condition as its SQL does. */
function holds(leaf: CountedLeaf, { count, first, last, sum }: Counts, reading: Reading): boolean {
  const { times, window } = leaf;
  if ('which' in leaf && leaf.which)
    return count > 0 && isDuring(leaf.which === 'first' ? first : last, window, reading);
  if (needsSum(leaf)) return isOften(sum, times);
  if (!window) return isOften(count, times);
  return isDuring('last' in window ? last : first, window, reading);
}

const earliest = (one: Date, other: Date | null) => (other && other < one ? other : one);
const latest = (one: Date, other: Date | null) => (other && other > one ? other : one);

/** Finds the segments in which an addition to counts changes the answer of a condition; all others need no decision. */
export class Flips {
  private readonly byName = new Map<number, FlippingLeaf[]>();

  constructor(
    segments: readonly Segment[],
    private readonly reading: Reading,
  ) {
    const leaves = new Map<string, FlippingLeaf>();
    for (const { id, tree } of segments)
      for (const leaf of tree ? leavesOf(tree).filter(isCounted) : []) {
        const key = JSON.stringify(leaf);
        const known = leaves.get(key) ?? { leaf, segments: [] };
        known.segments.push(id);
        leaves.set(key, known);
      }
    for (const each of leaves.values()) {
      const name = reading.names.get(countedKey(each.leaf)) ?? 0;
      this.byName.set(name, [...(this.byName.get(name) ?? []), each]);
    }
  }

  /** Returns the sums over days that `reached` must know, each once. */
  sums(additions: readonly CountAddition[]): WindowSum[] {
    const sums = additions.flatMap(({ name_id, person_id }) =>
      this.leavesOf(name_id)
        .filter(({ leaf }) => needsSum(leaf))
        .map(({ leaf }) => this.sumOf(leaf, name_id, person_id)),
    );
    return [...new Map(sums.map((sum) => [sumKey(sum), sum])).values()];
  }

  /** Returns the ids of the segments that must decide the person. @param sums after the addition, by `sumKey` */
  reached(addition: CountAddition, sums: ReadonlyMap<string, number>): Set<string> {
    const { name_id, person_id, count, count_before, first_at, last_at, first_before, last_before, days } = addition;
    const reached = new Set<string>();
    for (const { leaf, segments } of this.leavesOf(name_id)) {
      const window = this.sumOf(leaf, name_id, person_id);
      const sum = sums.get(sumKey(window)) ?? 0;
      const before = { count: count_before, first: first_before, last: last_before, sum: sum - within(days, window) };
      const after = {
        ...{ count: count_before + count, sum },
        first: earliest(first_at, first_before),
        last: latest(last_at, last_before),
      };
      if (holds(leaf, before, this.reading) !== holds(leaf, after, this.reading))
        for (const id of segments) reached.add(id);
    }
    return reached;
  }

  private leavesOf(nameId: number): FlippingLeaf[] {
    return this.byName.get(nameId) ?? [];
  }

  private sumOf({ window }: CountedLeaf, nameId: number, personId: string): WindowSum {
    return { nameId, personId, ...daysOf(window, this.reading.today) };
  }
}

const within = (days: Readonly<Record<LocalDate, number>>, { from, to }: Days): number =>
  Object.entries(days).reduce(
    (sum, [day, count]) => sum + ((!from || day >= from) && (!to || day <= to) ? count : 0),
    0,
  );
