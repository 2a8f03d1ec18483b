import { plusDays } from '@dundun/domain';

export const VIEWS = ['month', 'week'] as const;
export type CalendarView = (typeof VIEWS)[number];

const A_WEEK = 7;

/** Returns 0 for a Monday and 6 for a Sunday. */
const weekdayOf = (day: string): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % A_WEEK;

/** Returns the weeks, from Monday, that show the month or the week of a day. */
export function weeksAround(view: CalendarView, day: string): string[][] {
  const first = view === 'week' ? day : `${day.slice(0, 7)}-01`;
  const start = plusDays(first, -weekdayOf(first));
  const last = view === 'week' ? day : plusDays(nextMonth(day), -1);
  const weeks: string[][] = [];
  for (let week = start; week <= last; week = plusDays(week, A_WEEK))
    weeks.push(Array.from({ length: A_WEEK }, (_, index) => plusDays(week, index)));
  return weeks;
}

/** Returns the same day in a later or earlier week, or the first day of another month. */
export function turned(view: CalendarView, day: string, by: 1 | -1): string {
  if (view === 'week') return plusDays(day, by * A_WEEK);
  return by === 1 ? nextMonth(day) : `${plusDays(`${day.slice(0, 7)}-01`, -1).slice(0, 7)}-01`;
}

const nextMonth = (day: string): string => `${plusDays(`${day.slice(0, 7)}-28`, 4).slice(0, 7)}-01`;

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -A_WEEK, ArrowDown: A_WEEK };

/** Returns the day to which a key leads; undefined for a key that leads nowhere. */
export function dayAfterKey(view: CalendarView, day: string, key: string): string | undefined {
  const step = STEPS[key];
  if (step !== undefined) return plusDays(day, step);
  if (key === 'Home') return plusDays(day, -weekdayOf(day));
  if (key === 'End') return plusDays(day, A_WEEK - 1 - weekdayOf(day));
  if (key === 'PageUp') return turned(view, day, -1);
  if (key === 'PageDown') return turned(view, day, 1);
  return undefined;
}
