import { hash, timingSafeEqual } from 'node:crypto';
import type { WebhookAnswer } from './webhook.js';

/** How far a signed timestamp may lie from our clock, in milliseconds: the usual five minutes. */
const TOLERANCE_MS = 300_000;

/** Compares what came in with a secret or a signature in constant time, whatever their lengths. */
export function isSame(given: string | Buffer, expected: string | Buffer): boolean {
  const digest = (value: string | Buffer) => hash('sha256', value, 'buffer');
  return timingSafeEqual(digest(given), digest(expected));
}

/** Whether a signed timestamp, the digits of Unix seconds, is at most five minutes before or after ours. */
export function isFresh(seconds: string, now = Date.now()): boolean {
  return /^\d{1,12}$/.test(seconds) && Math.abs(now - Number(seconds) * 1000) <= TOLERANCE_MS;
}

/** The answer to a call that is not from the account. */
export function forged(detail: string): WebhookAnswer {
  return { kind: 'forged', detail };
}

/** The answer to a call that is from the account and says nothing we know. */
export function unreadable(detail: string): WebhookAnswer {
  return { kind: 'unreadable', detail };
}
