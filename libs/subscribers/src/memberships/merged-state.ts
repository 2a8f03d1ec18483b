import {
  channelStates,
  CONSENT_CHANNELS,
  counted,
  statusOfChannels,
  storedConsents,
  type Addresses,
  type ChannelStates,
  type ConsentChannel,
  type MembershipState,
  type StoredConsents,
} from '@dundun/domain';

/** A membership as it is stored; the status is `none` without one. */
interface StoredMembershipState extends StoredConsents {
  status: MembershipState;
}

/** A list that at least one of two people is on, or was on. */
export interface ListStates extends Record<string, unknown> {
  list_id: string;
  source: StoredMembershipState;
  destination: StoredMembershipState;
}

/** The merged state of two memberships of one list. */
export interface MergedState {
  next: MembershipState;
  consents: StoredConsents;
  /** The channels that the destination has left with the merge. */
  left: ConsentChannel[];
  /** The change of the list's subscriber_count. */
  delta: number;
}

/**
 * On each channel, the destination's state wins and the source's fills a gap. An opt-out of either is kept, because both are
 * one person. What an address allowed stays with the person who had it: an address that comes with the merge allows nothing.
 */
export function mergedState(
  { source, destination }: Pick<ListStates, 'source' | 'destination'>,
  from: Addresses,
  to: Addresses,
): MergedState {
  const [mine, theirs] = [statesOf(destination, to), statesOf(source, from)];
  const states = {
    email: mergedChannel(theirs.email, mine.email),
    sms: mergedChannel(theirs.sms, mine.sms),
  };
  const next = statusOfChannels(states);
  const delta = Number(counted(next)) - Number(counted(source.status)) - Number(counted(destination.status));
  const left = CONSENT_CHANNELS.filter(
    (channel) => states[channel] === 'unsubscribed' && mine[channel] !== 'unsubscribed',
  );
  const hasAddress = (one: Addresses) => one.email !== null || one.number !== null;
  const consents = storedConsents(states, hasAddress(from) ? from : to);
  return { next, consents, left, delta };
}

const statesOf = ({ status, ...stored }: StoredMembershipState, addresses: Addresses): ChannelStates =>
  channelStates(status, stored, addresses);

const mergedChannel = (source: MembershipState, destination: MembershipState): MembershipState =>
  source === 'unsubscribed' || destination === 'none' ? source : destination;
