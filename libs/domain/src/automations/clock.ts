import { instantAt, wallClock } from '../segments/instant-at.js';
import { localDay } from '../segments/local-day.js';
import type { LocalDate } from '../segments/tree.js';
import { plusDays, weekdayOf, WEEKDAYS } from '../segments/days.js';
import type { Length, LocalTime, StepOf } from './graph.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

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
    const then = instantAt(day, time, zone);
    if (then >= at && weekdays.includes(weekdayOf(day))) return then;
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
