/** How a person can stand on a list. */
export const MEMBERSHIP_STATUSES = ['pending', 'subscribed', 'unsubscribed'] as const;

/** How a person stands on a list. */
export type MembershipStatus = (typeof MEMBERSHIP_STATUSES)[number];

/** A status, or not being on the list at all. */
export type MembershipState = MembershipStatus | 'none';

/**
 * What can be asked of a membership. `join` is POST subscribers with the secret, `join_by_key` the same by the key
 * alone, `vouch` is a user call with the secret that names the list, `resubscribe` and `unsubscribe` are PUT
 * subscribed=true and =false, `remove` is DELETE.
 */
export type MembershipCommand = 'join' | 'join_by_key' | 'vouch' | 'resubscribe' | 'unsubscribe' | 'confirm' | 'remove';

/** What the list and the person's history have to say. */
export interface MembershipContext {
  doubleOptin: boolean;
  /** Whether the person has ever confirmed this list. */
  everConfirmed: boolean;
}

/** What is written to the consent ledger; null when nothing was asked or changed. */
export type ConsentStep = 'requested' | 'subscribed' | 'confirmed' | 'unsubscribed' | 'removed';

/** What a command does. */
export interface MembershipOutcome {
  next: MembershipState;
  /** The `subscribed` that the caller is told. */
  answer: boolean;
  sendConfirmation: boolean;
  /** What the list's subscriber_count gains. */
  delta: -1 | 0 | 1;
  evidence: ConsentStep | null;
  /** Whether it is a join, which an archived list refuses. */
  isJoin: boolean;
}

/** Next standing on a plain list, on a double opt-in list, and there once the person has confirmed before. */
type Cell = readonly [plain: MembershipState, optin: MembershipState, optinOnceConfirmed: MembershipState];

const to = (plain: MembershipState, optin = plain, optinOnceConfirmed = optin): Cell => [
  plain,
  optin,
  optinOnceConfirmed,
];

/** The transition table of the wire contract; null is a dash there. */
export const MEMBERSHIP_TABLE: Record<MembershipCommand, Record<MembershipState, Cell | null>> = {
  join: {
    none: to('subscribed', 'pending'),
    pending: to('pending'),
    subscribed: to('subscribed'),
    unsubscribed: to('subscribed', 'pending'),
  },
  join_by_key: {
    none: to('subscribed', 'pending'),
    pending: to('pending'),
    subscribed: to('subscribed'),
    // Anybody who reads a web page holds the key: it never brings back somebody who left.
    unsubscribed: to('unsubscribed'),
  },
  // The caller says that the person agreed, and nobody is asked. Whoever was asked, or left a list that asks, answers for
  // themselves.
  vouch: {
    none: to('subscribed'),
    pending: to('pending'),
    subscribed: to('subscribed'),
    unsubscribed: to('subscribed', 'unsubscribed'),
  },
  resubscribe: {
    none: to('subscribed', 'pending'),
    pending: to('pending'),
    subscribed: to('subscribed'),
    unsubscribed: to('subscribed', 'pending', 'subscribed'),
  },
  unsubscribe: {
    none: to('unsubscribed'),
    pending: to('unsubscribed'),
    subscribed: to('unsubscribed'),
    unsubscribed: to('unsubscribed'),
  },
  confirm: { none: null, pending: to('subscribed'), subscribed: to('subscribed'), unsubscribed: null },
  remove: { none: to('none'), pending: to('none'), subscribed: to('none'), unsubscribed: to('none') },
};

const JOINS: ReadonlySet<MembershipCommand> = new Set(['join', 'join_by_key', 'vouch']);

/** Whether a standing is part of the list's subscriber_count. */
export function counted(standing: MembershipState): boolean {
  return standing === 'pending' || standing === 'subscribed';
}

/** Whoever is pending is asked with every join, except by a call that vouches. */
const asks = (command: MembershipCommand, next: MembershipState) => next === 'pending' && command !== 'vouch';

function evidenceOf(command: MembershipCommand, from: MembershipState, next: MembershipState): ConsentStep | null {
  if (next === 'pending') return asks(command, next) ? 'requested' : null;
  if (from === next) return null;
  if (next === 'none') return 'removed';
  return command === 'confirm' ? 'confirmed' : next;
}

/** What a command does to a standing; null when it has nothing to act on (a confirmation of somebody not pending). */
export function changeMembership(
  command: MembershipCommand,
  from: MembershipState,
  context: MembershipContext,
): MembershipOutcome | null {
  const cell = MEMBERSHIP_TABLE[command][from];
  if (!cell) return null;
  const next = cell[context.doubleOptin ? (context.everConfirmed ? 2 : 1) : 0];
  return {
    next,
    answer: next === 'subscribed',
    sendConfirmation: asks(command, next),
    delta: (Number(counted(next)) - Number(counted(from))) as -1 | 0 | 1,
    evidence: evidenceOf(command, from, next),
    isJoin: JOINS.has(command) || (command === 'resubscribe' && from === 'none'),
  };
}
