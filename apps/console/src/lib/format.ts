/** The language of the texts, also for dates and numbers; the time zone is the reader's. */
export const LOCALE = 'en-GB';

const relative = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' });
const day = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', year: 'numeric' });
const clock = new Intl.DateTimeFormat(LOCALE, { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const shortDay = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short' });
const utcDay = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const utcShortDay = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const hour = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
const utcHour = new Intl.DateTimeFormat(LOCALE, {
  ...{ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', timeZone: 'UTC' },
});
const shortMoment = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short' });
const weekday = new Intl.DateTimeFormat(LOCALE, { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' });
const full = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'full', timeStyle: 'long' });
const whole = new Intl.NumberFormat(LOCALE);

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;
const A_WEEK = 7 * 86_400;

export const count = (number: number) => whole.format(number);
/** @param zone of the day, if it is not the reader's */
export const dateOf = (iso: string, zone?: 'UTC') => (zone ? utcDay : day).format(new Date(iso));
export const shortDateOf = (iso: string, zone?: 'UTC') => (zone ? utcShortDay : shortDay).format(new Date(iso));
/** Formats an hour with its day, such as "1 Nov, 09:00". */
export const hourOf = (iso: string, zone?: 'UTC') => (zone ? utcHour : hour).format(new Date(iso));
/** Formats a calendar day such as 2026-11-20 as "Friday 20 November". */
export const weekdayOf = (calendarDay: string) => weekday.format(new Date(`${calendarDay}T00:00:00Z`));
/** Formats a time with its date, such as "1 Nov 2026, 09:30". */
export const momentOf = (iso: string) => shortMoment.format(new Date(iso));
/** Formats a time with its date in another zone than the reader's. */
export const momentIn = (at: Date, zone: string) =>
  new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short', timeZone: zone }).format(at);
export const fullMoment = (iso: string) => full.format(new Date(iso));

/** Formats a time to the millisecond, since events arrive close together. */
export function clockOf(iso: string): string {
  const date = new Date(iso);
  return `${clock.format(date)}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}

/** Formats a relative time, such as "just now" and "5 minutes ago"; a date after a week. */
export function ago(iso: string, now: number): string {
  const seconds = Math.round((now - Date.parse(iso)) / 1000);
  if (seconds < 45) return 'just now';
  if (seconds >= A_WEEK) return dateOf(iso);
  const [unit, size] = UNITS.find(([, of]) => seconds >= of) ?? (['minute', 60] as const);
  return relative.format(-Math.max(1, Math.round(seconds / size)), unit);
}

export function bytes(size: number): string {
  if (size < 1024) return `${size} B`;
  if (size < 1024 ** 2) return `${(size / 1024).toFixed(1)} KB`;
  return `${(size / 1024 ** 2).toFixed(1)} MB`;
}

const compactNumber = new Intl.NumberFormat(LOCALE, { notation: 'compact', maximumFractionDigits: 1 });
const share = new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 1 });

/** Formats a large number for an axis or a tile, such as "12.4K". */
export const compact = (number: number) => compactNumber.format(number);
export const percent = (fraction: number) => share.format(fraction);

/** The reader's time zone, as charts and tables name it. */
export const timeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
