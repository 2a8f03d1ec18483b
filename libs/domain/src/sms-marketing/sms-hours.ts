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

/**
 * Where no rule is known: narrower than nearly all rules below, and than what services take that have one rule for the world
 * (help.getvero.com, "SMS Quiet Hours Compliance": none from 20:00 to 8:00).
 */
const DEFAULT = everyDay(9, 20);

/**
 * Rules of countries, with the page that each was read on, as of November 2026. "Not verified" stands before what comes from memory
 * alone; there the narrower hours are taken. Public holidays, which France and South Africa exclude as well, are not known to the
 * product. Turkey has no row: its carriers take no promotional SMS from abroad at any hour (twilio.com/en/guidelines/tr/sms).
 *
 * - AE: carriers hold promotional SMS back from 21:00 to 7:00 (twilio.com/en/guidelines/ae/sms).
 * - BR: none from 21:00 to 8:00 (help.getvero.com, "SMS Quiet Hours Compliance").
 * - FR: none from 22:00 to 8:00, on Sundays and holidays (developers.brevo.com/reference/sendtransacsms). Not verified: the charter of
 *   the operators (AF2M), which ends at 20:00.
 * - GB: none from 20:00 to 9:00 (support.ometria.com, "SMS country-specific marketing compliance").
 * - IN: TRAI allows 9:00 to 21:00 (docs.satisfilabs.com, "SMS Regulations for India"). Not verified: from 10:00, by TCCCPR 2018.
 * - JO: the regulator forbids 21:00 to 7:00 (ameinfo.com, "Jordan restricts promotional SMSs at night").
 * - KZ: none from 22:00 to 9:00 (help.getvero.com, as above).
 * - NG: the regulator (NCC) forbids promotional SMS from 20:00 to 8:00 (status.africastalking.com/incident/538).
 * - US, its territories AS, GU and MP, and who shares its code: 8:00 to 21:00 by federal law (twilio.com/docs/api/errors/30610); states such as Florida end at 20:00
 *   (Not verified: Florida Statutes 501.616(6)), which services take for all (help.getvero.com, as above).
 * - ZA: regulation 293 under the Consumer Protection Act: none on Sundays, on Saturdays only from 9:00 to 13:00, on other days from
 *   8:00 to 20:00 (acts.co.za/consumer-protection-act-2008/r293_prohibited_time_for_contacting_consumers).
 */
const RULES: Partial<Record<string, SmsHours>> = {
  AE: everyDay(7, 21),
  AS: everyDay(8, 20),
  BR: everyDay(8, 21),
  FR: { weekdays: [8, 20], saturday: [8, 20], sunday: null },
  GB: everyDay(9, 20),
  GU: everyDay(8, 20),
  IN: everyDay(10, 21),
  JO: everyDay(7, 21),
  KZ: everyDay(9, 22),
  MP: everyDay(8, 20),
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
