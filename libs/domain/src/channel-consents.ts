import {
  MEMBERSHIP_STATUSES,
  changeMembership,
  counted,
  isJoinOf,
  type ConsentStep,
  type MembershipCommand,
  type MembershipContext,
  type MembershipOutcome,
  type MembershipState,
} from './membership.js';

/** The channels that a member of a list agrees to, each for itself. */
export const CONSENT_CHANNELS = ['email', 'sms'] as const;

/** A channel that a member of a list agrees to. */
export type ConsentChannel = (typeof CONSENT_CHANNELS)[number];

/** What a channel of a membership shows: a subscribed person with a suppressed address is not written to. */
export const CHANNEL_STATUSES = [...MEMBERSHIP_STATUSES, 'suppressed'] as const;

/** What a channel of a membership shows. */
export type ChannelStatus = (typeof CHANNEL_STATUSES)[number];

/** The state of a membership on each channel. */
export type ChannelStates = Readonly<Record<ConsentChannel, MembershipState>>;

/**
 * The stored form: `subscribed` follows the status of the membership, null does so where the person has an address. An earlier
 * release, which changes the status alone, changes all channels that follow it.
 */
export type StoredConsents = Readonly<Record<ConsentChannel, MembershipState | null>>;

/** Addresses of a person. */
export interface Addresses {
  email: string | null;
  number: string | null;
}

/** A step of one person on one list, and the channels it is about. */
export interface ChannelStep {
  step: ConsentStep;
  channels: ConsentChannel[];
}

/** Effect of a command on a membership and its channels. */
export interface ConsentOutcome extends Omit<MembershipOutcome, 'evidence'> {
  states: ChannelStates;
  /** Entries of the consent ledger. */
  steps: ChannelStep[];
}

/** Stored consents of a membership that says nothing about channels. */
export const UNSAID: StoredConsents = { email: null, sms: null };

/** Returns the channels that the addresses allow: all of them while there is no address. */
export function allowedChannels({ email, number }: Addresses): ConsentChannel[] {
  if (email === null && number === null) return [...CONSENT_CHANNELS];
  return CONSENT_CHANNELS.filter((channel) => (channel === 'email' ? email : number) !== null);
}

/** Returns the state of a membership on each channel. */
export function channelStates(status: MembershipState, stored: StoredConsents, addresses: Addresses): ChannelStates {
  const allowed = allowedChannels(addresses);
  const stateOf = (channel: ConsentChannel): MembershipState => {
    const consent = stored[channel];
    if (status === 'none' || consent === 'none') return 'none';
    if (status === 'unsubscribed' || consent === 'subscribed') return status;
    return consent ?? (allowed.includes(channel) ? status : 'none');
  };
  return { email: stateOf('email'), sms: stateOf('sms') };
}

/** Returns the status of a membership: the best of its channels. */
export function statusOfChannels({ email, sms }: ChannelStates): MembershipState {
  const states = [email, sms];
  return (['subscribed', 'pending', 'unsubscribed'] as const).find((state) => states.includes(state)) ?? 'none';
}

/** Returns the stored form. While a person has no address, their next one decides. */
export function storedConsents(states: ChannelStates, { email, number }: Addresses): StoredConsents {
  const status = statusOfChannels(states);
  const isOpen = email === null && number === null && states.email === states.sms;
  if (isOpen || status === 'none') return UNSAID;
  const consentOf = (state: MembershipState) => {
    if (status === 'unsubscribed') return state === 'none' ? state : null;
    return state === status ? 'subscribed' : state;
  };
  return { email: consentOf(states.email), sms: consentOf(states.sms) };
}

/** What a join says about channels. */
export interface JoinWords {
  channels?: readonly ConsentChannel[];
  email?: string | null;
  number?: string | null;
}

/**
 * Returns the channels that a join is about: those it names, else email with an email, and SMS with a number alone. A join of
 * a known person by other means concerns the channels of the membership, and of a new member the first address.
 */
export function joinedChannels(said: JoinWords, states: ChannelStates, person: Addresses): readonly ConsentChannel[] {
  if (said.channels) return said.channels;
  if ((said.email ?? null) !== null) return ['email'];
  if ((said.number ?? null) !== null) return ['sms'];
  const held = CONSENT_CHANNELS.filter((channel) => states[channel] !== 'none');
  if (held.length > 0) return held;
  const allowed = allowedChannels(person);
  return person.email === null ? allowed : allowed.slice(0, 1);
}

/**
 * Returns the channels that `subscribed: true` brings back: those that ended or wait for a confirmation, or all that the
 * addresses allow if the person holds none.
 */
export function restoredChannels(states: ChannelStates, person: Addresses): readonly ConsentChannel[] {
  const waiting = CONSENT_CHANNELS.filter((channel) => states[channel] === 'pending');
  if (waiting.length > 0) return waiting;
  const allowed = allowedChannels(person);
  const back = allowed.filter((channel) => states[channel] === 'unsubscribed');
  return back.length > 0 || statusOfChannels(states) === 'subscribed' ? back : allowed;
}

/** Commands that leave a person alone who left the list, whatever channel they name. */
const NEVER_BRING_BACK: readonly MembershipCommand[] = ['join_by_key', 'import', 'import_confirmed'];

/**
 * Applies a command to channels of a membership; the others stay. Returns null when there is nothing to act on, such as a
 * confirmation that is not pending.
 */
export function changeConsents(
  command: MembershipCommand,
  from: ChannelStates,
  named: readonly ConsentChannel[],
  context: MembershipContext,
): ConsentOutcome | null {
  const before = statusOfChannels(from);
  const staysAway = NEVER_BRING_BACK.includes(command) || (command === 'vouch' && context.doubleOptin);
  const changes = new Map<ConsentChannel, MembershipOutcome>();
  for (const channel of before === 'unsubscribed' && staysAway ? [] : named) {
    // A channel that joins while the person has to confirm waits with the others.
    const waits = before === 'pending' && from[channel] === 'none' && isJoinOf(command, before);
    const outcome = changeMembership(command, waits ? before : from[channel], context);
    if (!outcome) return null;
    changes.set(channel, waits && command === 'import' ? { ...outcome, evidence: 'requested' } : outcome);
  }
  const states = {
    email: changes.get('email')?.next ?? from.email,
    sms: changes.get('sms')?.next ?? from.sms,
  };
  const next = statusOfChannels(states);
  return {
    next,
    states,
    answer: next === 'subscribed',
    sendConfirmation: [...changes.values()].some(({ sendConfirmation }) => sendConfirmation),
    delta: (Number(counted(next)) - Number(counted(before))) as -1 | 0 | 1,
    steps: stepsOf(changes),
    isJoin: isJoinOf(command, before),
  };
}

/** Confirms every channel that waits, or asks again for it. Returns null if none does, and mail was not confirmed before. */
export function changeWaiting(
  command: 'confirm' | 'ask',
  from: ChannelStates,
  context: MembershipContext,
): ConsentOutcome | null {
  const waiting = CONSENT_CHANNELS.filter((channel) => from[channel] === 'pending');
  return changeConsents(command, from, waiting.length > 0 ? waiting : ['email'], context);
}

/**
 * Reverts an opt-out of channels. It does nothing on a channel whose state has changed since, and sends no mail.
 * @param to the state before the opt-out
 */
export function revertOptOut(
  from: ChannelStates,
  named: readonly ConsentChannel[],
  to: MembershipState,
): ConsentOutcome {
  const before = statusOfChannels(from);
  const back = to === 'unsubscribed' ? [] : named.filter((channel) => from[channel] === 'unsubscribed');
  const states = { ...from };
  for (const channel of back) states[channel] = to;
  const next = statusOfChannels(states);
  const step = to === 'none' ? 'removed' : to === 'pending' ? 'requested' : 'subscribed';
  return {
    next,
    states,
    answer: next === 'subscribed',
    sendConfirmation: false,
    delta: (Number(counted(next)) - Number(counted(before))) as -1 | 0 | 1,
    steps: back.length > 0 ? [{ step, channels: back }] : [],
    isJoin: false,
  };
}

function stepsOf(changes: ReadonlyMap<ConsentChannel, MembershipOutcome>): ChannelStep[] {
  const steps = new Map<ConsentStep, ConsentChannel[]>();
  for (const channel of CONSENT_CHANNELS) {
    const step = changes.get(channel)?.evidence;
    if (step) steps.set(step, [...(steps.get(step) ?? []), channel]);
  }
  return [...steps].map(([step, channels]) => ({ step, channels }));
}
