import { counted, type MembershipState } from '@dundun/domain';

/** A list that at least one of two people is on, or was on. */
export interface ListStates extends Record<string, unknown> {
  list_id: string;
  source: MembershipState;
  destination: MembershipState;
}

/** The merged state of two memberships of one list. */
export interface MergedState {
  next: MembershipState;
  /** The change of the list's subscriber_count. */
  delta: number;
}

/**
 * The destination's state wins and the source's fills a gap. An opt-out of either is kept, because both are one person.
 */
export function mergedState(source: MembershipState, destination: MembershipState): MergedState {
  const next = source === 'unsubscribed' || destination === 'none' ? source : destination;
  return { next, delta: Number(counted(next)) - Number(counted(source)) - Number(counted(destination)) };
}
