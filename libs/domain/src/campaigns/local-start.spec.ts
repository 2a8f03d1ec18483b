import { describe, expect, it } from '@jest/globals';
import { firstShowing, isLocalMoment, isPastEverywhere, PAST_ZONES, turnIn } from './local-start.js';

const LONG_BEFORE = new Date('2026-01-01T00:00:00Z');
const at = (local: string, zone: string, from = LONG_BEFORE, past: (typeof PAST_ZONES)[number] = 'now') =>
  turnIn(zone, { at: local, past }, from).at?.toISOString() ?? null;
/** What the clock of a zone shows, such as `2026-03-29T09:00`. */
const shown = (instant: Date, zone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
    .format(instant)
    .replace(' ', 'T');

describe('a turn by the local clock', () => {
  it.each([
    ['Africa/Lagos', '2026-11-24T09:00', '2026-11-24T08:00:00.000Z'],
    ['America/New_York', '2026-11-24T09:00', '2026-11-24T14:00:00.000Z'],
    ['Asia/Kathmandu', '2026-11-24T09:00', '2026-11-24T03:15:00.000Z'],
  ])('in %s at %s is %s', (zone, local, expected) => {
    expect(at(local, zone)).toBe(expected);
  });

  it('is the next valid minute where the clock jumps over the time in spring', () => {
    expect(at('2026-03-29T02:30', 'Europe/Berlin')).toBe('2026-03-29T01:00:00.000Z');
    expect(at('2026-10-04T02:15', 'Australia/Lord_Howe')).toBe('2026-10-03T15:30:00.000Z');
  });

  it('is the first of the two where the clock shows the time twice in autumn', () => {
    expect(at('2026-10-25T02:30', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z');
    expect(at('2026-11-01T01:30', 'America/New_York')).toBe('2026-11-01T05:30:00.000Z');
  });

  it('shows the local time in forty zones on days of a change and others, or the minute after the gap', () => {
    const zones = Intl.supportedValuesOf('timeZone').filter((_, index) => index % 10 === 3);
    expect(zones.length).toBeGreaterThanOrEqual(40);
    for (const zone of zones)
      for (const day of ['2026-03-08', '2026-03-29', '2026-07-01', '2026-10-25', '2026-11-01'])
        for (const time of ['00:00', '01:30', '02:30', '09:00', '23:59']) {
          const local = `${day}T${time}`;
          const turn = new Date(at(local, zone) as string);
          const before = new Date(turn.getTime() - 60_000);
          const isGap = shown(turn, zone) > local && shown(before, zone) < local;
          expect([zone, local, isGap || shown(turn, zone) === local]).toEqual([zone, local, true]);
        }
  });

  it('of a zone that is past is at once, never, or at the same time of the next day', () => {
    const from = new Date('2026-11-24T12:00:00Z');
    const turn = (past: (typeof PAST_ZONES)[number]) => turnIn('Africa/Lagos', { at: '2026-11-24T09:00', past }, from);
    expect(turn('now')).toEqual({ at: from, isPast: true });
    expect(turn('skip')).toEqual({ at: null, isPast: true });
    expect(turn('tomorrow')).toEqual({ at: new Date('2026-11-25T08:00:00Z'), isPast: true });
    expect(at('2026-11-20T09:00', 'Africa/Lagos', from, 'tomorrow')).toBe('2026-11-25T08:00:00.000Z');
    expect(turnIn('America/New_York', { at: '2026-11-24T09:00', past: 'skip' }, from)).toEqual({
      at: new Date('2026-11-24T14:00:00Z'),
      isPast: false,
    });
  });

  it('is first on the clocks of Kiritimati, and past everywhere after those of the last zone', () => {
    expect(firstShowing('2026-11-24T09:00').toISOString()).toBe('2026-11-23T19:00:00.000Z');
    expect(isPastEverywhere('2026-11-24T09:00', new Date('2026-11-24T20:59:00Z'))).toBe(false);
    expect(isPastEverywhere('2026-11-24T09:00', new Date('2026-11-24T21:01:00Z'))).toBe(true);
  });

  it('is written as a day and a time', () => {
    for (const right of ['2026-11-24T09:00', '2028-02-29T23:59']) expect(isLocalMoment(right)).toBe(true);
    for (const wrong of ['2026-02-30T09:00', '2026-11-24', '2026-11-24T24:00', '2026-11-24T09:00Z', 9, null])
      expect(isLocalMoment(wrong)).toBe(false);
  });
});
