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

/** The days whose counts decide conditions: of one person and one name, from a day on, or all. */
export interface WantedDays {
  nameId: number;
  personId: string;
  from?: LocalDate;
}

/** Counts by day. */
export type CountsByDay = Readonly<Record<LocalDate, number>>;

/** Returns the key of one person and one name. */
export const dayKey = (nameId: number, personId: string): string => `${nameId} ${personId}`;

/** The calendar by which conditions are read, and the ids of what is counted. */
interface Reading {
  zone: string;
  today: LocalDate;
  names: ReadonlyMap<string, number>;
}

/** A condition on what is counted, its window on this day, and the segments that have it. */
interface FlippingLeaf {
  leaf: CountedLeaf;
  segments: string[];
  days: Days;
  /** Bounds of the window in milliseconds. */
  begin: number;
  end: number;
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

/** The least count that makes a difference. */
const leastOf = (times: Times = { at_least: 1 }): number => {
  if ('at_least' in times) return times.at_least;
  if ('at_most' in times) return times.at_most + 1;
  return 'exactly' in times ? times.exactly : times.between[0];
};

const isDuring = (at: Date | null, { begin, end }: FlippingLeaf): boolean =>
  at !== null && at.getTime() >= begin && at.getTime() < end;

/** Whether a condition needs the sum over the days of its window, as its SQL does. */
function needsSum({ leaf }: FlippingLeaf): boolean {
  const { times, window } = leaf;
  if (!window || ('which' in leaf && leaf.which)) return false;
  return times !== undefined || 'from' in window;
}

/** Whether an addition may change the sum of a condition enough to flip it, whatever the days before were. */
function mayFlip(flipping: FlippingLeaf, { count, count_before, days }: CountAddition): boolean {
  return count_before + count >= leastOf(flipping.leaf.times) && within(days, flipping.days) > 0;
}

/** Decides a condition as its SQL does. */
function holds(flipping: FlippingLeaf, { count, first, last, sum }: Counts): boolean {
  const { leaf } = flipping;
  const { times, window } = leaf;
  if ('which' in leaf && leaf.which) return count > 0 && isDuring(leaf.which === 'first' ? first : last, flipping);
  if (needsSum(flipping)) return isOften(sum, times);
  if (!window) return isOften(count, times);
  return isDuring('last' in window ? last : first, flipping);
}

const earliest = (one: Date, other: Date | null) => (other && other < one ? other : one);
const latest = (one: Date, other: Date | null) => (other && other > one ? other : one);

/** Finds the segments in which an addition to counts changes the answer of a condition; all others need no decision. */
export class Flips {
  private readonly byName = new Map<number, FlippingLeaf[]>();

  constructor(segments: readonly Segment[], reading: Reading) {
    const leaves = new Map<string, FlippingLeaf>();
    for (const { id, tree } of segments)
      for (const leaf of tree ? leavesOf(tree).filter(isCounted) : []) {
        const key = JSON.stringify(leaf);
        const known = leaves.get(key) ?? { leaf, segments: [], ...boundsOf(leaf, reading) };
        known.segments.push(id);
        leaves.set(key, known);
      }
    for (const each of leaves.values()) {
      const name = reading.names.get(countedKey(each.leaf)) ?? 0;
      this.byName.set(name, [...(this.byName.get(name) ?? []), each]);
    }
  }

  /** Returns the days that `reached` must know. */
  wanted(additions: readonly CountAddition[]): WantedDays[] {
    return additions.flatMap((addition) => {
      const { name_id: nameId, person_id: personId } = addition;
      const summed = this.leavesOf(nameId).filter((each) => needsSum(each) && mayFlip(each, addition));
      if (summed.length === 0) return [];
      const begins = summed.map(({ days: { from } }) => from ?? '').sort();
      return [{ nameId, personId, ...(begins[0] && { from: begins[0] }) }];
    });
  }

  /** Returns the ids of the segments that must decide the person. @param counts after the addition, by `dayKey` */
  reached(addition: CountAddition, counts: ReadonlyMap<string, CountsByDay>): Set<string> {
    const { name_id, person_id, count, count_before, first_at, last_at, first_before, last_before, days } = addition;
    const now = counts.get(dayKey(name_id, person_id)) ?? {};
    const [first, last] = [earliest(first_at, first_before), latest(last_at, last_before)];
    const reached = new Set<string>();
    for (const each of this.leavesOf(name_id)) {
      const isSum = needsSum(each);
      if (isSum && !mayFlip(each, addition)) continue;
      const sum = isSum ? within(now, each.days) : 0;
      const added = isSum ? within(days, each.days) : 0;
      const before = { count: count_before, first: first_before, last: last_before, sum: sum - added };
      const after = { count: count_before + count, first, last, sum };
      if (holds(each, before) !== holds(each, after)) for (const id of each.segments) reached.add(id);
    }
    return reached;
  }

  private leavesOf(nameId: number): FlippingLeaf[] {
    return this.byName.get(nameId) ?? [];
  }
}

function boundsOf({ window }: CountedLeaf, { zone, today }: Reading): Pick<FlippingLeaf, 'days' | 'begin' | 'end'> {
  const days = daysOf(window, today);
  const begin = days.from ? startOfDay(days.from, zone).getTime() : -Infinity;
  return { days, begin, end: days.to ? endOfDay(days.to, zone).getTime() : Infinity };
}

function within(counts: CountsByDay, { from, to }: Days): number {
  let sum = 0;
  for (const day in counts) if ((!from || day >= from) && (!to || day <= to)) sum += counts[day] as number;
  return sum;
}
