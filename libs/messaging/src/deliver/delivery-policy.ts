import { EMAIL_RETRY, mayRetry, RATE_LIMIT_MAX_AGE, retryDelay, SMS_RETRY, type MessageStatus } from '@dundun/domain';
import type { OnUnknown, Outcome, RecipientOutcome } from '@dundun/providers';
import type { ClaimedMessage, Recipient } from '../message/message.js';

/** What becomes of a message after an attempt. A null wait is the end. */
export interface NextState {
  status: MessageStatus;
  /** Milliseconds until a worker looks at it again. */
  wait: number | null;
  recipients: Recipient[];
  reason: string | null;
}

/** An SMS that may have been sent waits this long for the provider's word. */
export const HOLD_MS = 15 * 60_000;
const PROVIDER_FAULT_MS = 30_000;
const LEAST_WAIT_MS = 100;
/** A provider that was just connected is known to every worker by then. */
const KNOWN_MS = 2_000;
/** The reason of a message that nothing can carry any more. */
export const NO_ROUTE = 'no provider is connected for it any more';
/** How the reason of a message begins that waits for its providers, and how it ends when one of them only is at its limit. */
export const WAITS_FOR = 'waits for';
export const AT_LIMIT = 'at its rate limit';

/** A provider that takes no call for the moment. */
export interface Closed {
  provider: string;
  /** Milliseconds. */
  wait: number;
  /** Whether it only is at its rate limit; else it fails. */
  isLimited: boolean;
}

type Throttled = Outcome & { kind: 'not_sent'; throttled: true };
type Facts = Pick<ClaimedMessage, 'channel' | 'attempts' | 'created_at' | 'limited_at' | 'recipients'>;

const policyOf = ({ channel }: Facts) => (channel === 'email' ? EMAIL_RETRY : SMS_RETRY);
const age = ({ created_at }: Facts, now: number) => now - created_at.getTime();
/** How long no provider has worked for it, at most: one that is at its limit works. */
const failingFor = (message: Facts, now: number) =>
  Math.min(age(message, now), now - (message.limited_at?.getTime() ?? -Infinity));

/** Whether the outcome only says that it was too much for the moment. */
export const isThrottled = (outcome: Outcome): outcome is Throttled =>
  outcome.kind === 'not_sent' && outcome.throttled === true;

/** The message as it is after it met a provider that works and is at its limit. */
export const limited = (message: ClaimedMessage): ClaimedMessage => ({ ...message, limited_at: new Date() });

/**
 * The rules of an outcome, per recipient: `accepted` and `refused` are final, `not_sent` and `unknown` may be tried
 * again. One message has one status, the best that any of its recipients reached.
 * @param attempts of the message counts the one that just ended
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
    // How fast they go on is for the provider as a whole: a message is not to pay for how often it was in the way.
    wait: Math.max(wish, retryDelay(isThrottled(outcome) ? 1 : message.attempts, policy, random)),
    recipients: again,
    reason: outcome.detail,
  };
}

/** Its way out is there but cannot be used, for a reason that only an operator can mend. No attempt was made. */
export function withoutRoute(message: Facts, reason: string, now = Date.now()): NextState {
  const { recipients } = message;
  if (mayRetry(message.attempts, failingFor(message, now), policyOf(message)))
    return { status: 'queued', wait: PROVIDER_FAULT_MS, recipients, reason };
  return ended(recipients.map(givenUp), reason);
}

/** There is no way out for it. The provider that it was accepted for may be news that has not come here yet. */
export function withoutAnyRoute(message: Facts, now = Date.now()): NextState {
  const { recipients } = message;
  if (age(message, now) < KNOWN_MS) return { status: 'queued', wait: KNOWN_MS / 2, recipients, reason: NO_ROUTE };
  const failed = recipients.map((recipient): Recipient =>
    recipient.status === 'queued' ? { ...recipient, status: 'failed', detail: NO_ROUTE } : recipient,
  );
  return ended(failed, NO_ROUTE);
}

/**
 * All its providers are closed for the moment, by a rate limit or because they fail. No attempt was made. One at its limit
 * works, so its message is late and no more; the time for failing providers is not for it.
 */
export function postponed(message: Facts, closed: Closed[], now = Date.now()): NextState {
  const working = closed.filter(({ isLimited }) => isLimited);
  const { recipients } = message;
  const names = new Set((working.length > 0 ? working : closed).map(({ provider }) => provider));
  const trouble = `${[...names].join(', ')}: ${working.length > 0 ? AT_LIMIT : 'failing at the moment'}`;
  const mayWait =
    working.length > 0
      ? age(message, now) < RATE_LIMIT_MAX_AGE
      : mayRetry(0, failingFor(message, now), policyOf(message));
  if (!mayWait) return ended(recipients.map(givenUp), `given up waiting for ${trouble}`);
  const soonest = Math.min(...closed.map(({ wait }) => wait));
  const wait = Math.max(LEAST_WAIT_MS, Math.ceil(soonest));
  return { status: 'queued', wait, recipients, reason: `${WAITS_FOR} ${trouble}` };
}

/** The outcome of a call that could not take every recipient: the others have the next one. */
export function withLater(outcome: Outcome, now: string[], later: string[]): Outcome {
  if (later.length === 0) return outcome;
  const told = outcome.recipients ?? now.map((address) => ({ address, outcome: outcome.kind, detail: outcome.detail }));
  const rest = later.map((address) => ({ address, outcome: 'not_sent' as const, detail: 'has the next call' }));
  return { ...outcome, recipients: [...told, ...rest] };
}

/** The last word on a held message that nobody reported about. */
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

/** Nobody will try again: what was open has failed, what was uncertain stays unknown. */
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

/** One message has one status, the best that any of its recipients reached. */
export const bestStatus = (recipients: Recipient[]): MessageStatus =>
  BEST_FIRST.find((candidate) => recipients.some(({ status }) => status === candidate)) ?? 'failed';

const ARRIVED = new Set<MessageStatus>(['sent', 'delivered', 'captured']);

/** A message whose recipients are all settled. */
export function ended(recipients: Recipient[], detail: string | null): NextState {
  const status = bestStatus(recipients);
  return { status, wait: null, recipients, reason: ARRIVED.has(status) ? null : detail };
}
