import { zonesOfCountry } from './calling-codes.js';

/** Full hours of a day: from the first one until the second one begins. */
export type HourSpan = readonly [from: number, to: number];

/** When marketing SMS may arrive in a country, by its clocks; null for a day on which they may not. */
export interface SmsHours {
  weekdays: HourSpan;
  saturday: HourSpan | null;
  sunday: HourSpan | null;
}

const everyDay = (from: number, to: number): SmsHours => ({
  weekdays: [from, to],
  saturday: [from, to],
  sunday: [from, to],
});

/** Where no rule is known. */
const DEFAULT = everyDay(8, 21);

/**
 * Rules of countries, by their source:
 *
 * - FR: the charter of its operators for push SMS (AF2M): working days and Saturdays, 8:00 to 20:00.
 * - IN: TCCCPR 2018 of its regulator (TRAI), schedule II: promotional messages from 10:00 to 21:00.
 * - NG: operators hold back SMS of the generic route from 20:00 to 8:00 (documentation of Termii, "DND and generic route").
 * - US: 47 CFR 64.1200(c)(1) allows 8:00 to 21:00; Florida Statutes 501.616(6) and others end at 20:00.
 * - ZA: Consumer Protection Act, notice 293 of 2011: no direct marketing on Sundays, on Saturdays only from 9:00 to 13:00, and on
 *   other days from 8:00 to 20:00.
 */
const RULES: Partial<Record<string, SmsHours>> = {
  FR: { weekdays: [8, 20], saturday: [8, 20], sunday: null },
  IN: everyDay(10, 21),
  NG: everyDay(8, 20),
  US: everyDay(8, 20),
  ZA: { weekdays: [8, 20], saturday: [9, 13], sunday: null },
};

/** Returns when marketing SMS may arrive in a country; null stands for an unknown one. */
export const smsHours = (country: string | null): SmsHours => RULES[country ?? ''] ?? DEFAULT;

const QUARTER_MS = 900_000;
/** Each week has an hour that is open everywhere. */
const MOST_QUARTERS = 8 * 24 * 4;

/** Returns the next time, from a given one, at which marketing SMS may arrive everywhere in a country. */
export function nextSmsTime(country: string | null, from: Date): Date {
  const hours = smsHours(country);
  const zones = zonesOfCountry(country);
  const isOpen = (at: Date) => zones.every((zone) => isWithin(hours, clockOf(zone, at)));
  if (isOpen(from)) return from;
  const first = Math.floor(from.getTime() / QUARTER_MS) + 1;
  for (let quarter = first; quarter < first + MOST_QUARTERS; quarter++) {
    const at = new Date(quarter * QUARTER_MS);
    if (isOpen(at)) return at;
  }
  throw new Error(`no hour of a week is open for SMS in ${country}`);
}

interface Clock {
  day: string;
  hour: number;
}

function isWithin(hours: SmsHours, { day, hour }: Clock): boolean {
  const span = day === 'Sat' ? hours.saturday : day === 'Sun' ? hours.sunday : hours.weekdays;
  return span !== null && hour >= span[0] && hour < span[1];
}

const formats = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string, at: Date): Clock {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { timeZone: zone, weekday: 'short', hour: 'numeric', hourCycle: 'h23' });
    formats.set(zone, format);
  }
  const parts = format.formatToParts(at);
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return { day: of('weekday'), hour: Number(of('hour')) };
}
