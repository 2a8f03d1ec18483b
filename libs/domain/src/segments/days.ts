import type { Duration, LocalDate, Window } from './tree.js';

export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

const DAY_MS = 86_400_000;
const SHAPE = /^(\d{4})-(\d\d)-(\d\d)$/;

/** Whether the text is a day of the calendar from 1900 to 9999, such as `2026-11-20`. */
export function isLocalDate(text: unknown): text is LocalDate {
  const parts = typeof text === 'string' ? SHAPE.exec(text) : null;
  if (!parts || Number(parts[1]) < 1900) return false;
  const date = new Date(`${text as string}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text as string);
}

/** Returns the day this many days later. */
export const plusDays = (day: LocalDate, days: number): LocalDate =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** Returns the weekday of a day. */
export const weekdayOf = (day: LocalDate): Weekday =>
  WEEKDAYS[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7] as Weekday;

/** Moves by months; a day that the month lacks becomes its last. */
function plusMonths(day: LocalDate, months: number): LocalDate {
  const date = new Date(`${day}T00:00:00Z`);
  const first = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(date.getUTCDate(), last));
  return first.toISOString().slice(0, 10);
}

/** Returns the day that is a length of time later; negative signs go back. */
export function shifted(day: LocalDate, by: Duration, sign: 1 | -1): LocalDate {
  if ('months' in by) return plusMonths(day, sign * by.months);
  return plusDays(day, sign * ('weeks' in by ? by.weeks * 7 : by.days));
}

/** Days from the first to the last, both included; an absent end is open. */
export interface Days {
  from?: LocalDate;
  to?: LocalDate;
}

/** Returns the days of a window. @param today the day of the workspace's calendar */
export function daysOf(window: Window | undefined, today: LocalDate): Days {
  if (!window) return {};
  // Open, because the clock of the day may lag a moment behind what happened.
  if ('last' in window) return { from: plusDays(shifted(today, window.last, -1), 1) };
  if ('before_last' in window) return { to: shifted(today, window.before_last, -1) };
  return window.to === undefined ? { from: window.from } : { from: window.from, to: window.to };
}

/** Whether the days of the window change at midnight. */
export const moves = (window: Window | undefined): boolean =>
  window !== undefined && ('last' in window || 'before_last' in window);

/** Returns the next day on which the year comes round, today included. The 29th of February counts as the 28th in other years. */
export function anniversary(day: LocalDate, today: LocalDate): LocalDate {
  const inYear = (year: number) => plusMonths(day, (year - Number(day.slice(0, 4))) * 12);
  const year = Number(today.slice(0, 4));
  const thisYear = inYear(year);
  return thisYear < today ? inYear(year + 1) : thisYear;
}
