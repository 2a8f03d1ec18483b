import { plusDays } from '../segments/days.js';
import { localDay } from '../segments/local-day.js';
import type { LocalDate } from '../segments/tree.js';
import { instantAt } from '../segments/instant-at.js';
import type { Trigger } from './graph.js';

type DateTrigger = Extract<Trigger, { kind: 'date' }>;
type ScheduleTrigger = Extract<Trigger, { kind: 'schedule' }>;

/**
 * Whether the day of an attribute, or its day of another year, is a day. Who was born on 29 February has the 28th in years without
 * one.
 */
export function recursOn({ every }: Pick<DateTrigger, 'every'>, value: LocalDate, day: LocalDate): boolean {
  if (every === 'once') return value === day;
  const [wanted, given] = [day.slice(5), value.slice(5)];
  return given === wanted || (given === '02-29' && wanted === '02-28' && plusDays(day, 1).slice(5) === '03-01');
}

/** Returns the day of an attribute for which people enter on a day of the calendar. */
export const dateFor = ({ days }: Pick<DateTrigger, 'days'>, entersOn: LocalDate): LocalDate =>
  plusDays(entersOn, -days);

/** Returns the next instant of a schedule after another; a month without the day has its last. */
export function nextScheduled({ every, on = [], at }: ScheduleTrigger, after: Date, zone: string): Date {
  for (let day = plusDays(localDay(after, zone), -1); ; day = plusDays(day, 1)) {
    const date = new Date(`${day}T00:00:00Z`);
    const then = instantAt(day, at, zone);
    if (then > after && isScheduled(every, on, date)) return then;
  }
}

function isScheduled(every: ScheduleTrigger['every'], on: readonly number[], date: Date): boolean {
  if (every === 'day') return true;
  if (every === 'week') return on.includes(((date.getUTCDay() + 6) % 7) + 1);
  const [day, last] = [date.getUTCDate(), new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()]; // prettier-ignore
  return on.includes(day) || (day === last && on.some((each) => each > last));
}
