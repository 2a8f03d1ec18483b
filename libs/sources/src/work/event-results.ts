import { mayRetry, MappingError, Refusal, retryDelay, type RetryPolicy } from '@dundun/domain';
import { shortened } from '../mapping/source-words.js';
import { ALL_PEOPLE, type DueEvent, type EventResult, type Holding } from './due-event.js';

const MINUTE = 60_000;
const SHORTEST_WAIT_MS = 1_000;

/** For failures that can pass. */
const RETRY: RetryPolicy = { base: 5_000, cap: 60 * MINUTE, maxAttempts: 15, maxAge: 24 * 60 * MINUTE };
/** How long an event waits for another one that identifies its person: senders guarantee no order. */
export const PATIENCE: RetryPolicy = { base: 4_000, cap: MINUTE, maxAttempts: Infinity, maxAge: 5 * MINUTE };

/** The fields of an event that has ended. */
export const endOf = (row: DueEvent): Pick<EventResult, 'eventId' | 'attempts'> => ({
  eventId: row.event_id,
  attempts: row.attempts + 1,
});

/** The result of an event without an effect. */
export const ignored = (row: DueEvent, reason: string): EventResult => ({ ...endOf(row), state: 'ignored', reason });

/** The result of an event behind an earlier one that is tried again: it stays due in the same order. */
export const waitingFor = (row: DueEvent, { holds, until }: Holding): EventResult => ({
  eventId: row.event_id,
  state: 'received',
  attempts: row.attempts,
  reason: `it waits for an earlier event of ${holds === ALL_PEOPLE ? 'the source' : 'the same person'}`,
  dueAt: until,
  holds,
});

/** The result of an event whose person is not known yet. It holds no other event: the one it waits for may be among them. */
export const waitingForPerson = (row: DueEvent, reason: string, event?: string): EventResult => ({
  ...endOf(row),
  state: 'received',
  reason,
  event,
  dueAt: retryAt(row.attempts + 1, PATIENCE),
});

/**
 * The result of an event that failed: another attempt, or the state `failed` when the error is permanent or the attempts are
 * used up.
 * @param holds whose later events wait for the next attempt
 */
export function failed(row: DueEvent, error: unknown, holds?: string): EventResult {
  const attempts = row.attempts + 1;
  const isInternal = !(error instanceof Refusal);
  const reason = isInternal ? 'an internal error; it is logged' : shortened(error.message);
  const mayPass = isInternal || isPassing(error);
  if (!mayPass || !mayRetry(attempts, row.age, RETRY)) return { ...endOf(row), state: 'failed', reason };
  return { eventId: row.event_id, state: 'received', attempts, reason, dueAt: retryAt(attempts, RETRY), holds };
}

const retryAt = (attempts: number, policy: RetryPolicy) =>
  Date.now() + SHORTEST_WAIT_MS + retryDelay(attempts, policy, Math.random);

const isPassing = (refusal: Refusal) =>
  ['unavailable', 'limited', 'conflict'].includes(refusal.kind) ||
  (refusal instanceof MappingError && refusal.isPassing);
