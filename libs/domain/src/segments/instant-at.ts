import { localDay } from './local-day.js';
import type { LocalDate } from './tree.js';

const HOUR_MS = 3_600_000;
/** No zone is further from UTC. */
const FURTHEST_MS = 15 * HOUR_MS;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns day and time on the clock of a zone, such as `2026-11-23 09:00:00`. */
export function wallClock(at: Date, zone: string): string {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' }); // prettier-ignore
    formats.set(zone, format);
  }
  return `${localDay(at, zone)} ${format.format(at)}`;
}

/** Returns the first instant at which the clock of a zone shows this time, or a later one where the clock jumps over it. */
export function instantAt(day: LocalDate, time: string, zone: string): Date {
  const wanted = `${day} ${time.length === 5 ? `${time}:00` : time}`;
  const utc = Date.parse(`${wanted.replace(' ', 'T')}Z`);
  // The offset before and the one after, if the clock changes near: the earlier instant that shows the time is it.
  for (const near of [utc - FURTHEST_MS, utc + FURTHEST_MS]) {
    const offset =
      Date.parse(`${wallClock(new Date(near), zone).replace(' ', 'T')}Z`) - Math.floor(near / 1_000) * 1_000;
    const found = new Date(utc - offset);
    if (wallClock(found, zone) === wanted) return found;
  }
  let [before, within] = [utc - FURTHEST_MS, utc + FURTHEST_MS];
  while (within - before > 1) {
    const middle = Math.floor((before + within) / 2);
    if (wallClock(new Date(middle), zone) < wanted) before = middle;
    else within = middle;
  }
  return new Date(within);
}
