import { type Answered, outcomeOfStatus, retryAfterMs } from './http.js';
import type { Outcome } from './provider.js';

/**
 * Who is at fault for a rejected call: the message (recipient or content), the account or sender (`provider`), a
 * temporary condition (`passing`), or too many calls at once (`throttled`).
 */
export type Fault = 'message' | 'provider' | 'passing' | 'throttled';

/** Returns the outcome of a definite rejection of the whole message; `answer` may say when to retry. */
export function outcomeOfFault(fault: Fault, detail: string, code?: string, answer?: Answered): Outcome {
  if (fault === 'message') return { kind: 'refused', detail, code };
  const wish = retryAfterMs(answer?.headers['retry-after']);
  if (fault !== 'throttled') return { kind: 'not_sent', detail, code, fault, retryAfterMs: wish };
  return { kind: 'not_sent', detail, code, fault: 'passing', retryAfterMs: wish, throttled: true };
}

/**
 * Returns the outcome of an answer that does not look like the provider's, such as a proxy's. After a success status
 * the message may have been sent. After an error that no status rule decides, nothing was accepted and the message is
 * not to blame.
 */
export function outcomeOfStranger(answer: Answered, detail: string): Outcome {
  const decided = outcomeOfStatus(answer, detail);
  if (decided) return decided;
  // The message stays too large, whichever server says so.
  if (answer.status === 413) return outcomeOfFault('message', detail, '413');
  return answer.status < 300 ? { kind: 'unknown', detail } : outcomeOfFault('passing', detail, String(answer.status));
}
