import { MESSAGE_CHANNELS, MESSAGE_STATUSES } from '@dundun/domain';

/** The filters of the page, as its URL has them. */
export interface MessageFilterValues {
  search: string | null;
  status: (typeof MESSAGE_STATUSES)[number] | null;
  channel: (typeof MESSAGE_CHANNELS)[number] | null;
  tag: string | null;
  provider: string | null;
  /** A person. */
  uid: string | null;
  when: string | null;
}

const HOUR = 3_600_000;
const A_MINUTE = 60_000;

/** Periods that end now, by their name in the URL. */
export const PERIODS = { hour: HOUR, day: 24 * HOUR, week: 7 * 24 * HOUR, month: 30 * 24 * HOUR } as const;
export type Period = keyof typeof PERIODS;

const DAY = /^\d{4}-\d\d-\d\d$/;
const isPeriod = (text: string): text is Period => Object.hasOwn(PERIODS, text);

/** Returns the two days of a period such as `2026-11-01..2026-11-07`, either of which may be open; null for another text. */
export function daysOf(when: string | null): { from: string; to: string } | null {
  const [from, to, ...more] = when?.split('..') ?? [];
  if (from === undefined || to === undefined || more.length > 0) return null;
  const isDay = (text: string) => text === '' || (DAY.test(text) && !Number.isNaN(Date.parse(text)));
  return isDay(from) && isDay(to) ? { from, to } : null;
}

/** Returns the period of two days for the URL; null if both are open. */
export const periodOf = (from: string, to: string): string | null => (from || to ? `${from}..${to}` : null);

/** Returns the bounds of a period in the reader's time zone. A running one starts on the minute, so that it is one query for a while. */
export function boundsOf(when: string | null, now: number): { since?: string; until?: string } {
  if (when !== null && isPeriod(when))
    return { since: new Date(Math.floor((now - PERIODS[when]) / A_MINUTE) * A_MINUTE).toISOString() };
  const days = daysOf(when);
  if (!days) return {};
  const next = (day: string) => {
    const date = new Date(`${day}T00:00`);
    date.setDate(date.getDate() + 1);
    return date;
  };
  return {
    ...(days.from && { since: new Date(`${days.from}T00:00`).toISOString() }),
    ...(days.to && { until: next(days.to).toISOString() }),
  };
}

/** Returns the query of the API for the filters. */
export function messagesQuery({ search, status, channel, tag, provider, uid, when }: MessageFilterValues, now: number) {
  return {
    ...(search && { search }),
    ...(status && { status }),
    ...(channel && { channel }),
    ...(tag && { tag }),
    ...(provider && { provider }),
    ...(uid && { uid }),
    ...boundsOf(when, now),
  };
}
