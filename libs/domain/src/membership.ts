/** The states of a membership. */
export const MEMBERSHIP_STATUSES = ['pending', 'subscribed', 'unsubscribed'] as const;

/** State of a person's membership of a list. */
export type MembershipStatus = (typeof MEMBERSHIP_STATUSES)[number];

/** A membership status, or `none` without a membership. */
export type MembershipState = MembershipStatus | 'none';

/**
 * Commands on a membership. `join` is POST subscribers with the secret and `join_by_key` the same with the key alone;
 * `vouch` is a user call with the secret that names the list; `resubscribe` and `unsubscribe` are PUT with subscribed=true
 * and =false; `remove` is DELETE. `import` adds many people at once without mailing them, `import_confirmed` people who have
 * confirmed to another service. `ask` repeats the request to a pending person and changes nothing else.
 */
export type MembershipCommand =
  | 'join'
  | 'join_by_key'
  | 'vouch'
  | 'import'
  | 'import_confirmed'
  | 'ask'
  | 'resubscribe'
  | 'unsubscribe'
  | 'confirm'
  | 'remove';

/** Facts about the list and the person's history that decide the transition. */
export interface MembershipContext {
  doubleOptin: boolean;
  /** Whether the person has ever confirmed this list. */
  everConfirmed: boolean;
}

/** Step recorded in the consent ledger. */
export type ConsentStep = 'requested' | 'subscribed' | 'confirmed' | 'unsubscribed' | 'removed';

/** Effect of a command. */
export interface MembershipOutcome {
  next: MembershipState;
  /** The `subscribed` in the answer. */
  answer: boolean;
  sendConfirmation: boolean;
  /** Change of the list's subscriber_count. */
  delta: -1 | 0 | 1;
  evidence: ConsentStep | null;
  /** Whether the command is a join, which an archived list refuses. */
  isJoin: boolean;
}

/** Next state on a plain list, on a double opt-in list, and on one that the person has confirmed before. */
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
    // The key is public on web pages, so it never resubscribes a person who left.
    unsubscribed: to('unsubscribed'),
  },
  // The caller states that the person agreed, so no confirmation is sent. A person who is pending, or who left a double
  // opt-in list, decides alone.
  vouch: {
    none: to('subscribed'),
    pending: to('pending'),
    subscribed: to('subscribed'),
    unsubscribed: to('subscribed', 'unsubscribed'),
  },
  // A file may be older than the last choice of a person, so it never resubscribes a person who left.
  import: {
    none: to('subscribed', 'pending'),
    pending: to('pending'),
    subscribed: to('subscribed'),
    unsubscribed: to('unsubscribed'),
  },
  import_confirmed: {
    none: to('subscribed'),
    pending: to('pending'),
    subscribed: to('subscribed'),
    unsubscribed: to('unsubscribed'),
  },
  ask: { none: null, pending: to('pending'), subscribed: null, unsubscribed: null },
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

const JOINS: ReadonlySet<MembershipCommand> = new Set(['join', 'join_by_key', 'vouch', 'import', 'import_confirmed']);

/** Commands that never mail a confirmation. */
const SILENT: ReadonlySet<MembershipCommand> = new Set(['vouch', 'import', 'import_confirmed']);

/** Whether the list's subscriber_count includes this state. */
export function counted(state: MembershipState): boolean {
  return state === 'pending' || state === 'subscribed';
}

/** Whether the command is a join, which an archived list refuses. */
export const isJoinOf = (command: MembershipCommand, from: MembershipState): boolean =>
  JOINS.has(command) || (command === 'resubscribe' && from === 'none');

/** Every join of a pending person sends a confirmation again, except a silent one. */
const asks = (command: MembershipCommand, next: MembershipState) => next === 'pending' && !SILENT.has(command);

function evidenceOf(command: MembershipCommand, from: MembershipState, next: MembershipState): ConsentStep | null {
  if (next === 'pending') return asks(command, next) || (command === 'import' && from === 'none') ? 'requested' : null;
  if (from === next) return null;
  if (next === 'none') return 'removed';
  return command === 'confirm' ? 'confirmed' : next;
}

/** Applies a command to a membership. Returns null when there is nothing to act on, such as a confirmation that is not pending. */
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
    isJoin: isJoinOf(command, from),
  };
}
