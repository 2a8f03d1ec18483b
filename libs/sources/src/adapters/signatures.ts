import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import type { Verdict } from './source-adapter.js';

/** The default tolerance of a signed timestamp, in milliseconds. */
const TOLERANCE_MS = 300_000;

/** Compares in constant time, independent of the lengths. */
export function isSame(given: string | Buffer, expected: string | Buffer): boolean {
  const digest = (value: string | Buffer) => hash('sha256', value, 'buffer');
  return timingSafeEqual(digest(given), digest(expected));
}

/** How a sender signs. */
export interface Signing {
  algorithm: 'sha1' | 'sha256' | 'sha512';
  encoding: 'hex' | 'base64';
  secret: string;
}

/**
 * Whether one of the given signatures covers the concatenated parts. All are compared, so that timing reveals nothing. Hex can be
 * in either case.
 */
export function isSigned(
  given: string[],
  { algorithm, encoding, secret }: Signing,
  ...parts: (string | Buffer)[]
): boolean {
  const hmac = createHmac(algorithm, secret);
  for (const part of parts) hmac.update(part);
  const expected = hmac.digest(encoding);
  const matches = given.map((one) => isSame(encoding === 'hex' ? one.toLowerCase() : one, expected));
  return matches.includes(true);
}

/** Whether a signed timestamp in Unix seconds is within the tolerance. @param now milliseconds */
export function isFresh(seconds: string, now: number, toleranceMs = TOLERANCE_MS): boolean {
  return /^\d{1,12}$/.test(seconds) && Math.abs(now - Number(seconds) * 1_000) <= toleranceMs;
}

/** Parses a header such as `t=1,v1=a,v1=b`; a repeated name keeps all its values. */
export function headerPairs(header: string, separator: ',' | ';'): Map<string, string[]> {
  const pairs = new Map<string, string[]>();
  for (const pair of header.split(separator)) {
    const at = pair.indexOf('=');
    const name = pair.slice(0, Math.max(at, 0)).trim();
    if (at > 0) pairs.set(name, [...(pairs.get(name) ?? []), pair.slice(at + 1).trim()]);
  }
  return pairs;
}

/** Rejects a call that does not come from the sender. @param detail the reason, as a clause */
export const forged = (detail: string): Verdict => ({ forged: detail });
