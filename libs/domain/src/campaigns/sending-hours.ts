import { plusDays, weekdayOf, WEEKDAYS, type Weekday } from '../segments/days.js';
import { instantAt } from '../segments/instant-at.js';
import { localDay } from '../segments/local-day.js';
import type { LocalDate } from '../segments/tree.js';

/** A part of the day, such as 21:00 to 08:00: up to the end, which is the next day if it is not after the beginning. */
export interface Hours {
  from: string;
  to: string;
}

/** Whose clock decides. */
export const CLOCKS = ['recipient', 'workspace'] as const;
export type Clock = (typeof CLOCKS)[number];

/** When messages of a campaign may leave. The end `00:00` is midnight. */
export interface SendWindow extends Hours {
  weekdays: Weekday[];
  clock: Clock;
}

/** When marketing does not reach people, by channel; null for a channel without quiet hours. */
export interface QuietHours {
  email: Hours | null;
  sms: Hours | null;
}

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
const DAYS = WEEKDAYS.length;

/** Whether two texts are times of a day, such as `09:00`, and differ. */
export const areHours = ({ from, to }: Hours): boolean => TIME.test(from) && TIME.test(to) && from !== to;

/** Whether a window ends on the day on which it begins, and has weekdays. */
export const isWindow = ({ weekdays, from, to }: SendWindow): boolean =>
  areHours({ from, to }) && weekdays.length > 0 && (from < to || to === '00:00');

/** Returns the first instant of the hours that begin on a day, and the one that ends them. */
function spanOf(day: LocalDate, { from, to }: Hours, zone: string): [begin: Date, end: Date] {
  return [instantAt(day, from, zone), instantAt(from < to ? day : plusDays(day, 1), to, zone)];
}

/** Returns the first instant from one on at which a window is open. */
function opening(at: Date, window: SendWindow, zone: string): Date {
  const today = localDay(at, zone);
  for (let days = 0; days <= DAYS; days++) {
    const day = plusDays(today, days);
    if (!window.weekdays.includes(weekdayOf(day))) continue;
    const [begin, end] = spanOf(day, window, zone);
    if (end > at) return begin > at ? begin : at;
  }
  return at;
}

/** Returns the first instant from one on that is outside quiet hours. */
function waking(at: Date, quiet: Hours, zone: string): Date {
  const today = localDay(at, zone);
  for (const day of [plusDays(today, -1), today]) {
    const [begin, end] = spanOf(day, quiet, zone);
    if (begin <= at && at < end) return end;
  }
  return at;
}

/** What says when somebody may be written to. */
export interface SendingRules {
  window: SendWindow | null;
  quiet: Hours | null;
  workspaceZone: string;
}

/**
 * Returns the first instant from one on at which somebody may be written to: the same one while nothing is in the way, null if
 * window and quiet hours leave no time in a week.
 * @param zone of the person
 */
export function nextOpening(at: Date, zone: string, { window, quiet, workspaceZone }: SendingRules): Date | null {
  let next = at;
  for (let turns = 0; turns <= 2 * DAYS; turns++) {
    const before = next;
    if (window) next = opening(next, window, window.clock === 'workspace' ? workspaceZone : zone);
    if (quiet) next = waking(next, quiet, zone);
    if (next.getTime() === before.getTime()) return next;
  }
  return null;
}
