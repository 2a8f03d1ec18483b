import { type Answered, outcomeOfStatus, retryAfterMs } from './http.js';
import type { Outcome } from './provider.js';

/** Whose fault a refusal is: the recipient's or content's, the account's or sender's, nobody's for long, or too many calls at once. */
export type Fault = 'message' | 'provider' | 'passing' | 'throttled';

/** A provider's clear no to the whole message; the answer, where given, may say when to try again. */
export function outcomeOfFault(fault: Fault, detail: string, code?: string, answer?: Answered): Outcome {
  if (fault === 'message') return { kind: 'refused', detail, code };
  const wish = retryAfterMs(answer?.headers['retry-after']);
  if (fault !== 'throttled') return { kind: 'not_sent', detail, code, fault, retryAfterMs: wish };
  return { kind: 'not_sent', detail, code, fault: 'passing', retryAfterMs: wish, throttled: true };
}

/**
 * An answer in which the adapter does not recognise the provider, e.g. a proxy's. After a success status the message may
 * be on its way. After an error that no status rule decides nothing was accepted, and nobody blamed the message.
 */
export function outcomeOfStranger(answer: Answered, detail: string): Outcome {
  const decided = outcomeOfStatus(answer, detail);
  if (decided) return decided;
  // Whoever says so, this message stays too large.
  if (answer.status === 413) return outcomeOfFault('message', detail, '413');
  return answer.status < 300 ? { kind: 'unknown', detail } : outcomeOfFault('passing', detail, String(answer.status));
}
