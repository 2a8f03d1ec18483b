import { words } from './words';

const HOUR = 60;
const DAY = 24 * HOUR;

/** Says how long so many mails take at a rate, rounded up to minutes, hours or days. */
export function durationOf(mails: number, perHour: number): string {
  const minutes = Math.max(1, Math.ceil((mails / perHour) * HOUR));
  if (minutes < 2 * HOUR) return words.minutes({ n: minutes });
  if (minutes < 2 * DAY) return words.hours({ n: Math.ceil(minutes / HOUR) });
  return words.days({ n: Math.ceil(minutes / DAY) });
}
