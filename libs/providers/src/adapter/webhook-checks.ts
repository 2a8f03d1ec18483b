import { hash, timingSafeEqual } from 'node:crypto';
import type { WebhookAnswer } from './webhook.js';

/** How far a signed timestamp may differ from our clock, in milliseconds: the usual five minutes. */
const TOLERANCE_MS = 300_000;

/** Compares a received value with a secret or signature in constant time, whatever their lengths. */
export function isSame(given: string | Buffer, expected: string | Buffer): boolean {
  const digest = (value: string | Buffer) => hash('sha256', value, 'buffer');
  return timingSafeEqual(digest(given), digest(expected));
}

/** Whether a signed timestamp (Unix seconds in digits) is within five minutes of our clock. */
export function isFresh(seconds: string, now = Date.now()): boolean {
  return /^\d{1,12}$/.test(seconds) && Math.abs(now - Number(seconds) * 1000) <= TOLERANCE_MS;
}

/** Rejects a call that does not come from the account. */
export function forged(detail: string): WebhookAnswer {
  return { kind: 'forged', detail };
}

/** Rejects a call that comes from the account but is not in a documented form. */
export function unreadable(detail: string): WebhookAnswer {
  return { kind: 'unreadable', detail };
}
