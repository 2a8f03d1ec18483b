import { plusDays } from '../segments/days.js';
import { localDay } from '../segments/local-day.js';
import type { LocalDate } from '../segments/tree.js';
import { WEEKDAYS, type Length, type LocalTime, type StepOf } from './graph.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** No zone is further from UTC. */
const FURTHEST_MS = 15 * HOUR_MS;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns day and time on the clock of a zone, such as `2026-11-23 09:00:00`. */
function wallClock(at: Date, zone: string): string {
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

/** Returns the instant that is a length of time later; days keep the time of day on the clock of the zone. */
export function laterBy(at: Date, length: Length, zone: string): Date {
  if ('minutes' in length) return new Date(at.getTime() + length.minutes * MINUTE_MS);
  if ('hours' in length) return new Date(at.getTime() + length.hours * HOUR_MS);
  const days = 'weeks' in length ? length.weeks * 7 : length.days;
  const time = wallClock(at, zone).slice(11);
  const then = instantAt(plusDays(localDay(at, zone), days), time, zone);
  return new Date(then.getTime() + (at.getTime() % 1_000));
}

/** Returns the next instant, this one included, with the time of day on one of the weekdays. */
function nextTime(at: Date, time: LocalTime, weekdays: readonly string[], zone: string): Date {
  let day = plusDays(localDay(at, zone), -1);
  for (;;) {
    const weekday = WEEKDAYS[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7] as string;
    const then = instantAt(day, time, zone);
    if (then >= at && weekdays.includes(weekday)) return then;
    day = plusDays(day, 1);
  }
}

/**
 * Returns when a delay that begins now is over; a date that has passed, or that the person lacks, ends it at once.
 * @param dateOf reads the day of an attribute
 */
export function delayedUntil(
  step: StepOf<'delay'>,
  at: Date,
  zone: string,
  dateOf: (attribute: string) => LocalDate | null,
): Date {
  if ('for' in step) return laterBy(at, step.for, zone);
  if ('until' in step) return nextTime(at, step.until.at, step.until.weekdays ?? WEEKDAYS, zone);
  const { attribute, days, at: time } = step.until_date;
  const day = dateOf(attribute);
  const then = day === null ? at : instantAt(plusDays(day, days), time, zone);
  return then > at ? then : at;
}
