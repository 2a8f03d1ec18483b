const SHAPE =
  /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?:[Zz]|([+-])(\d\d)(?::?(\d\d))?)?)?$/;
const EPOCH_TEXT = /^-?\d{12,15}$/;
const EARLIEST = Date.UTC(1900, 0, 1);
const LATEST = Date.UTC(10_000, 0, 1) - 1;
const LONGEST = 40;

/** An earlier epoch number is in seconds. */
const EARLIEST_EPOCH = Date.UTC(2000, 0, 1);
const SECONDS_TEXT = /^\d{9,11}$/;

const within = (ms: number, earliest: number): Date | null =>
  Number.isInteger(ms) && ms >= earliest && ms <= LATEST ? new Date(ms) : null;
const fromEpoch = (ms: number): Date | null => within(ms, EARLIEST_EPOCH);

/** Whether a refused timestamp looks like epoch seconds. */
export function isEpochSeconds(value: unknown): boolean {
  if (typeof value === 'string') return SECONDS_TEXT.test(value);
  return typeof value === 'number' && value >= 1e8 && value < EARLIEST_EPOCH;
}

function isDay(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false;
  return day <= 28 || day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function minutesOf(sign: string | undefined, hours: string | undefined, minutes = '0'): number | null {
  if (sign === undefined) return 0;
  if (Number(hours) > 23 || Number(minutes) > 59) return null;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

function fromText(text: string): Date | null {
  const match = text.length <= LONGEST ? SHAPE.exec(text) : null;
  if (!match) return null;
  const year = Number(match[1]);
  const month = Number(match[2]);
  const day = Number(match[3]);
  // Date.UTC maps the years 0 to 99 to 1900 to 1999.
  if (year < 1900 || !isDay(year, month, day)) return null;
  const hour = Number(match[4] ?? 0);
  const minute = Number(match[5] ?? 0);
  const second = Number(match[6] ?? 0);
  const offset = minutesOf(match[8], match[9], match[10]);
  // RFC 3339 allows the leap second 60; it becomes the first second of the next minute.
  if (offset === null || hour > 23 || minute > 59 || second > 60) return null;
  const ms = match[7] === undefined ? 0 : Number(match[7].padEnd(3, '0').slice(0, 3));
  return within(Date.UTC(year, month - 1, day, hour, minute - offset, second, ms), EARLIEST);
}

/**
 * Parses a moment from 1900 to 9999; null when invalid. Accepts RFC 3339, an offset without a colon, no offset (UTC), a
 * date alone (midnight UTC), and epoch milliseconds from the year 2000 as a number or as 12 to 15 digits.
 */
export function parseTimestamp(value: unknown): Date | null {
  if (typeof value === 'number') return fromEpoch(value);
  if (typeof value !== 'string') return null;
  return EPOCH_TEXT.test(value) ? fromEpoch(Number(value)) : fromText(value);
}
