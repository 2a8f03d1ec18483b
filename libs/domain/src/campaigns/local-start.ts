import { isLocalDate, plusDays } from '../segments/days.js';
import { instantAt } from '../segments/instant-at.js';

/** What becomes of people whose local time has passed when the campaign starts: written to at once, left out, or the next day. */
export const PAST_ZONES = ['now', 'skip', 'tomorrow'] as const;
export type PastZones = (typeof PAST_ZONES)[number];

/** A start on the clock of each recipient. */
export interface LocalStart {
  /** Such as `2026-11-24T09:00`. */
  at: string;
  past: PastZones;
}

/** When it is somebody's turn. */
export interface LocalTurn {
  /** Null for those who are left out. */
  at: Date | null;
  /** Whether the local time has passed already. */
  isPast: boolean;
}

/** The clocks that show a time first and last. */
const [FIRST_ZONE, LAST_ZONE] = ['Pacific/Kiritimati', 'Etc/GMT+12'];
const SHAPE = /^([0-9-]{10})T([01]\d|2[0-3]):[0-5]\d$/;
/** After so many days any local time has come again. */
const MOST_DAYS = 36_600;

/** Whether a text is a local day and time such as `2026-11-24T09:00`. */
export const isLocalMoment = (text: unknown): text is string =>
  typeof text === 'string' && isLocalDate(SHAPE.exec(text)?.[1]);

const showing = (at: string, zone: string): Date => instantAt(at.slice(0, 10), at.slice(11), zone);

/** Returns when the first clock on earth shows a local time. */
export const firstShowing = (at: string): Date => showing(at, FIRST_ZONE as string);

/** Whether every clock on earth has shown a local time. */
export const isPastEverywhere = (at: string, now: Date): boolean => showing(at, LAST_ZONE as string) < now;

/**
 * Returns when it is the turn of the people of a zone. Where the clock jumps over the time, it is the next valid minute; where
 * it shows it twice, the first of the two.
 * @param from when the campaign starts
 */
export function turnIn(zone: string, { at, past }: LocalStart, from: Date): LocalTurn {
  const turn = showing(at, zone);
  if (turn >= from) return { at: turn, isPast: false };
  if (past === 'now') return { at: from, isPast: true };
  if (past === 'skip') return { at: null, isPast: true };
  const passed = Math.floor((from.getTime() - turn.getTime()) / 86_400_000);
  for (let days = Math.max(1, passed); days < passed + MOST_DAYS; days++) {
    const later = instantAt(plusDays(at.slice(0, 10), days), at.slice(11), zone);
    if (later >= from) return { at: later, isPast: true };
  }
  return { at: from, isPast: true };
}
