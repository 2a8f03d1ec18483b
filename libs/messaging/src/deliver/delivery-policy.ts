import { EMAIL_RETRY, mayRetry, RATE_LIMIT_MAX_AGE, retryDelay, SMS_RETRY, type MessageStatus } from '@dundun/domain';
import type { OnUnknown, Outcome, RecipientOutcome } from '@dundun/providers';
import type { ClaimedMessage, Recipient } from '../message/message.js';

/** The state of a message after an attempt. A null wait ends the message. */
export interface NextState {
  status: MessageStatus;
  /** Milliseconds until a worker looks at the message again. */
  wait: number | null;
  recipients: Recipient[];
  reason: string | null;
}

/** How long an SMS that may have been sent waits for the provider's report. */
export const HOLD_MS = 15 * 60_000;
const PROVIDER_FAULT_MS = 30_000;
const LEAST_WAIT_MS = 100;
/** The time after which every worker knows a newly connected provider. */
const KNOWN_MS = 2_000;
/** The reason of a message without any route. */
export const NO_ROUTE = 'no provider is connected for it any more';
/** The start of the reason of a message that waits for its providers, and its end if one of them is only at its limit. */
export const WAITS_FOR = 'waits for';
export const AT_LIMIT = 'at its rate limit';
/** The start of the reason of a message that waits because its mailbox provider asked for less mail. */
export const WAITS_FOR_MAILBOX = `${WAITS_FOR} mail to`;
/** The start of the reason of a message that waits for the next day of a warm-up. */
export const WAITS_FOR_WARM_UP = `${WAITS_FOR} the warm-up of`;

/** A provider that temporarily takes no calls. */
export interface Closed {
  provider: string;
  /** Milliseconds. */
  wait: number;
  /** True if it is at its rate limit, false if it fails. */
  isLimited: boolean;
  /** Why, if it is open for other messages. */
  because?: string;
  /** The wait was planned, however long it is. */
  isPlanned?: true;
}

type Throttled = Outcome & { kind: 'not_sent'; throttled: true };
type Facts = Pick<ClaimedMessage, 'channel' | 'attempts' | 'created_at' | 'limited_at' | 'recipients'>;

const policyOf = ({ channel }: Facts) => (channel === 'email' ? EMAIL_RETRY : SMS_RETRY);
const age = ({ created_at }: Facts, now: number) => now - created_at.getTime();
/** Returns the time in ms since a provider last worked for the message, or since its acceptance. A provider at its limit works. */
const failingFor = (message: Facts, now: number) =>
  Math.min(age(message, now), now - (message.limited_at?.getTime() ?? -Infinity));

/** Whether the provider works but was called too often. */
export const isThrottled = (outcome: Outcome): outcome is Throttled =>
  outcome.kind === 'not_sent' && outcome.throttled === true;

/** Whether this process refused the call because it ends. */
export const isShutDown = (outcome: Outcome): boolean => outcome.kind === 'not_sent' && outcome.code === 'ECLOSED';

/** Notes on the message that it just met a working provider at its limit. */
export const limited = (message: ClaimedMessage): ClaimedMessage => ({ ...message, limited_at: new Date() });

/**
 * Applies an outcome to each recipient: `accepted` and `refused` are final, `not_sent` and `unknown` may be retried. The
 * status of the message is the best that any recipient reached.
 * @param message its `attempts` include the one that just ended
 */
export function afterAttempt(
  message: Facts,
  outcome: Outcome,
  onUnknown: OnUnknown,
  captured: boolean,
  random = Math.random,
  now = Date.now(),
): NextState {
  const recipients = message.recipients.map((recipient) => settle(recipient, outcome, captured));
  const open = recipients.filter(({ status }) => status === 'queued');
  const uncertain = recipients.filter(({ status }) => status === 'unknown');
  if (uncertain.length > 0 && onUnknown === 'hold') {
    return { status: 'held', wait: HOLD_MS, recipients, reason: outcome.detail };
  }
  if (open.length + uncertain.length === 0) return ended(recipients, outcome.detail);
  const policy = policyOf(message);
  const mayWait = isThrottled(outcome)
    ? age(message, now) < RATE_LIMIT_MAX_AGE
    : mayRetry(message.attempts, failingFor(message, now), policy);
  if (!mayWait) {
    return ended(recipients.map(givenUp), `given up after ${message.attempts} attempts: ${outcome.detail}`);
  }
  const again = recipients.map((recipient): Recipient =>
    recipient.status === 'unknown' ? { ...recipient, status: 'queued' } : recipient,
  );
  const wish =
    outcome.kind === 'not_sent' ? (outcome.retryAfterMs ?? (outcome.fault === 'provider' ? PROVIDER_FAULT_MS : 0)) : 0;
  return {
    status: 'queued',
    // Throttling is about the provider as a whole, so a message does not wait longer for having met it often.
    wait: Math.max(wish, retryDelay(isThrottled(outcome) ? 1 : message.attempts, policy, random)),
    recipients: again,
    reason: outcome.detail,
  };
}

/** The state of a message none of whose routes can be used until an operator fixes one. No attempt was made. */
export function withoutRoute(message: Facts, reason: string, now = Date.now()): NextState {
  const { recipients } = message;
  if (mayRetry(message.attempts, failingFor(message, now), policyOf(message)))
    return { status: 'queued', wait: PROVIDER_FAULT_MS, recipients, reason };
  return ended(recipients.map(givenUp), reason);
}

/** The state of a message whose content could not be rendered. No attempt was made. */
export const unrendered = ({ recipients }: Facts, reason: string): NextState =>
  ended(
    recipients.map((recipient): Recipient =>
      recipient.status === 'queued' ? { ...recipient, status: 'failed', detail: reason } : recipient,
    ),
    reason,
  );

/** The state of a message that must not be sent any more. */
export const canceled = ({ recipients }: Facts, reason: string): NextState => ({
  status: 'canceled',
  wait: null,
  recipients,
  reason,
});

/** The state of a message without any route. A new message waits: its provider may be too new for this worker. */
export function withoutAnyRoute(message: Facts, now = Date.now()): NextState {
  const { recipients } = message;
  if (age(message, now) < KNOWN_MS) return { status: 'queued', wait: KNOWN_MS / 2, recipients, reason: NO_ROUTE };
  const failed = recipients.map((recipient): Recipient =>
    recipient.status === 'queued' ? { ...recipient, status: 'failed', detail: NO_ROUTE } : recipient,
  );
  return ended(failed, NO_ROUTE);
}

/**
 * The state of a message whose providers are all closed, by a rate limit or because they fail. No attempt was made. If one
 * is only at its limit, the message is merely late and gets the longer time.
 */
export function postponed(message: Facts, closed: Closed[], now = Date.now()): NextState {
  const working = closed.filter(({ isLimited }) => isLimited);
  const { recipients } = message;
  const names = new Set((working.length > 0 ? working : closed).map(({ provider }) => provider));
  const trouble = `${WAITS_FOR} ${[...names].join(', ')}: ${working.length > 0 ? AT_LIMIT : 'failing at the moment'}`;
  const reason = working.find(({ because }) => because !== undefined)?.because ?? trouble;
  const mayWait =
    working.length > 0
      ? working.some(({ isPlanned }) => isPlanned) || age(message, now) < RATE_LIMIT_MAX_AGE
      : mayRetry(0, failingFor(message, now), policyOf(message));
  if (!mayWait) return ended(recipients.map(givenUp), reason.replace(/^waits/, 'given up waiting'));
  const soonest = Math.min(...closed.map(({ wait }) => wait));
  const wait = Math.max(LEAST_WAIT_MS, Math.ceil(soonest));
  return { status: 'queued', wait, recipients, reason };
}

/** Adds the recipients that did not fit into the call to its outcome, as not sent. */
export function withLater(outcome: Outcome, now: string[], later: string[]): Outcome {
  if (later.length === 0) return outcome;
  const told = outcome.recipients ?? now.map((address) => ({ address, outcome: outcome.kind, detail: outcome.detail }));
  const rest = later.map((address) => ({ address, outcome: 'not_sent' as const, detail: 'has the next call' }));
  return { ...outcome, recipients: [...told, ...rest] };
}

/** The state of a held message that the provider did not report about in time. */
export function afterHold(message: Facts): NextState {
  return ended(message.recipients.map(givenUp), 'handed over, and the provider never said what became of it');
}

function settle(recipient: Recipient, outcome: Outcome, captured: boolean): Recipient {
  if (recipient.status !== 'queued') return recipient;
  const own = outcome.recipients?.find(({ address }) => address === recipient.address);
  const kind = own?.outcome ?? outcome.kind;
  const detail = own?.detail ?? outcome.detail;
  return { ...recipient, status: STATUS_AFTER[kind](captured), detail };
}

const STATUS_AFTER: Record<RecipientOutcome['outcome'], (captured: boolean) => Recipient['status']> = {
  accepted: (captured) => (captured ? 'captured' : 'sent'),
  refused: () => 'failed',
  not_sent: () => 'queued',
  unknown: () => 'unknown',
};

/** Ends a recipient without further attempts: `queued` becomes `failed`, `unknown` stays. */
const givenUp = (recipient: Recipient): Recipient =>
  recipient.status === 'queued' ? { ...recipient, status: 'failed' } : recipient;

const BEST_FIRST = [
  'delivered',
  'complained',
  'sent',
  'captured',
  'unknown',
  'bounced',
  'failed',
  'suppressed',
] as const satisfies MessageStatus[];

/** Returns the status of a message: the best that any of its recipients reached. */
export const bestStatus = (recipients: Recipient[]): MessageStatus =>
  BEST_FIRST.find((candidate) => recipients.some(({ status }) => status === candidate)) ?? 'failed';

const ARRIVED = new Set<MessageStatus>(['sent', 'delivered', 'captured']);

/** The state of a message whose recipients are all settled. */
export function ended(recipients: Recipient[], detail: string | null): NextState {
  const status = bestStatus(recipients);
  return { status, wait: null, recipients, reason: ARRIVED.has(status) ? null : detail };
}
