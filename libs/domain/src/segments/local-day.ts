import { plusDays } from './days.js';
import type { LocalDate } from './tree.js';

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    era: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  formats.set(zone, format);
  return format;
}

/** Returns the day of an instant in a time zone of the IANA database. */
export function localDay(at: Date, zone: string): LocalDate {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  return `${(parts.get('year') ?? '').padStart(4, '0')}-${parts.get('month')}-${parts.get('day')}`;
}

const HOUR_MS = 3_600_000;
/** No zone is further from UTC. */
const FURTHEST_MS = 15 * HOUR_MS;

/** Returns the first instant of a day in a zone, which is not midnight where the clock jumps over it. */
export function startOfDay(day: LocalDate, zone: string): Date {
  const utc = Date.parse(`${day}T00:00:00Z`);
  let [before, within] = [utc - FURTHEST_MS, utc + FURTHEST_MS];
  while (within - before > 1) {
    const middle = Math.floor((before + within) / 2);
    if (localDay(new Date(middle), zone) < day) before = middle;
    else within = middle;
  }
  return new Date(within);
}

/** Returns the first instant after a day. */
export const endOfDay = (day: LocalDate, zone: string): Date => startOfDay(plusDays(day, 1), zone);
