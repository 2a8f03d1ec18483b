import { counted, type Standing } from '@dundun/domain';

/** What becomes of two memberships of one list. */
export interface MergedStanding {
  next: Standing;
  /** What the list's subscriber_count gains. */
  delta: number;
}

/**
 * The destination's standing wins and the source's fills a gap; only an opt-out is kept whoever made it, because the
 * person behind both said it.
 */
export function mergedStanding(source: Standing, destination: Standing): MergedStanding {
  const next = source === 'unsubscribed' || destination === 'none' ? source : destination;
  return { next, delta: Number(counted(next)) - Number(counted(source)) - Number(counted(destination)) };
}
