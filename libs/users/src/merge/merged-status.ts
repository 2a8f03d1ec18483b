import { counted, type MembershipState } from '@dundun/domain';

/** What becomes of two memberships of one list. */
export interface MergedStanding {
  next: MembershipState;
  /** What the list's subscriber_count gains. */
  delta: number;
}

/**
 * The destination's standing wins and the source's fills a gap; only an opt-out is kept whoever made it, because the
 * person behind both said it.
 */
export function mergedStanding(source: MembershipState, destination: MembershipState): MergedStanding {
  const next = source === 'unsubscribed' || destination === 'none' ? source : destination;
  return { next, delta: Number(counted(next)) - Number(counted(source)) - Number(counted(destination)) };
}
