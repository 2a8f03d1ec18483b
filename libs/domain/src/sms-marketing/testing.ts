import { countryOfNumber } from './calling-codes.js';
import { nextSmsTime } from './sms-hours.js';

/** By clocks that are far apart, so that at every hour marketing SMS may arrive at one of them, and not at another. */
const PREFIXES = ['49151', '6421', '51987', '8210'];
const SOON_MS = 20 * 60_000;
let count = 0;

const opening = (prefix: string, at: Date): Date => nextSmsTime(countryOfNumber(prefix), at);

const numberOf = (prefix: string): string => `${prefix}${String(1_000_000 + ++count)}`;

/** Returns a number of its own in a country where marketing SMS may arrive now, and for a while. */
export function aReachableNumber(now = new Date()): string {
  const times = [now, new Date(now.getTime() + SOON_MS)];
  return numberOf(PREFIXES.find((prefix) => times.every((at) => opening(prefix, at) <= at)) as string);
}

/** Returns a number of its own in a country where marketing SMS may not arrive at this hour, nor soon. */
export function aSleepingNumber(now = new Date()): string {
  const soon = new Date(now.getTime() + SOON_MS);
  return numberOf(PREFIXES.find((prefix) => opening(prefix, now) > soon) as string);
}
