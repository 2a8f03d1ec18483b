import { counted, type MembershipState } from '@dundun/domain';

/** A list that either of two people is on, or was. */
export interface ListStates extends Record<string, unknown> {
  list_id: string;
  source: MembershipState;
  destination: MembershipState;
}

/** What becomes of two memberships of one list. */
export interface MergedState {
  next: MembershipState;
  /** The change of the list's subscriber_count. */
  delta: number;
}

/**
 * The destination's state wins and the source's fills a gap. An opt-out is kept whichever of the two made it, because one
 * person is behind both.
 */
export function mergedState(source: MembershipState, destination: MembershipState): MergedState {
  const next = source === 'unsubscribed' || destination === 'none' ? source : destination;
  return { next, delta: Number(counted(next)) - Number(counted(source)) - Number(counted(destination)) };
}
