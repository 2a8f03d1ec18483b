import { describe, expect, it } from '@jest/globals';
import { WEEKDAYS } from '../segments/days.js';
import { areHours, isWindow, nextOpening, type SendingRules, type SendWindow } from './sending-hours.js';

const OFFICE: SendWindow = {
  weekdays: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
  from: '09:00',
  to: '17:00',
  clock: 'recipient',
};
const rules = (given: Partial<SendingRules>): SendingRules => ({
  window: null,
  quiet: null,
  workspaceZone: 'Africa/Lagos',
  ...given,
});
const opens = (at: string, zone: string, given: Partial<SendingRules>) =>
  nextOpening(new Date(at), zone, rules(given))?.toISOString() ?? null;

describe('the next opening', () => {
  it('is now without rules', () => {
    expect(opens('2026-11-24T03:00:00.000Z', 'UTC', {})).toBe('2026-11-24T03:00:00.000Z');
  });

  it.each([
    ['inside the window it is now', '2026-11-24T10:30:00Z', 'UTC', '2026-11-24T10:30:00.000Z'],
    ['before the window it is its beginning', '2026-11-24T08:59:59Z', 'UTC', '2026-11-24T09:00:00.000Z'],
    ['at the end of the window it is the next day', '2026-11-24T17:00:00Z', 'UTC', '2026-11-25T09:00:00.000Z'],
    ['on a Friday evening it is Monday', '2026-11-27T18:00:00Z', 'UTC', '2026-11-30T09:00:00.000Z'],
    ['it goes by the clock of the zone', '2026-11-24T10:30:00Z', 'America/New_York', '2026-11-24T14:00:00.000Z'],
    [
      'after the autumn change it goes by winter time',
      '2026-10-23T16:00:00Z',
      'Europe/Berlin',
      '2026-10-26T08:00:00.000Z',
    ],
  ])('%s', (_, at, zone, expected) => {
    expect(opens(at, zone, { window: OFFICE })).toBe(expected);
  });

  it('goes by the clock of the workspace if the window says so', () => {
    const window: SendWindow = { ...OFFICE, clock: 'workspace' };
    expect(opens('2026-11-24T05:00:00Z', 'America/New_York', { window })).toBe('2026-11-24T08:00:00.000Z');
  });

  it('is the end of quiet hours, which last over midnight', () => {
    const quiet = { from: '21:00', to: '08:00' };
    expect(opens('2026-11-24T20:59:59Z', 'UTC', { quiet })).toBe('2026-11-24T20:59:59.000Z');
    expect(opens('2026-11-24T21:00:00Z', 'UTC', { quiet })).toBe('2026-11-25T08:00:00.000Z');
    expect(opens('2026-11-25T07:59:59Z', 'UTC', { quiet })).toBe('2026-11-25T08:00:00.000Z');
    expect(opens('2026-11-25T08:00:00Z', 'UTC', { quiet })).toBe('2026-11-25T08:00:00.000Z');
  });

  it('obeys window and quiet hours at once', () => {
    const window: SendWindow = { weekdays: [...WEEKDAYS], from: '18:00', to: '00:00', clock: 'recipient' };
    const quiet = { from: '21:00', to: '19:30' };
    expect(opens('2026-11-24T21:30:00Z', 'UTC', { window, quiet })).toBe('2026-11-25T19:30:00.000Z');
  });

  it('is never if quiet hours cover the window', () => {
    const window: SendWindow = { ...OFFICE, from: '22:00', to: '23:00' };
    expect(opens('2026-11-24T10:00:00Z', 'UTC', { window, quiet: { from: '21:00', to: '08:00' } })).toBeNull();
  });

  it('is in no zone of forty and at no hour of the days around a change of the clock outside the hours', () => {
    const zones = Intl.supportedValuesOf('timeZone').filter((_, index) => index % 10 === 0);
    expect(zones.length).toBeGreaterThanOrEqual(40);
    const quiet = { from: '21:00', to: '08:00' };
    for (const zone of zones) {
      const clock = new Intl.DateTimeFormat('en-GB', {
        timeZone: zone,
        hour: '2-digit',
        minute: '2-digit',
        weekday: 'long',
      });
      for (const day of ['2026-03-08', '2026-03-29', '2026-10-25', '2026-11-01']) {
        for (let hour = 0; hour < 24; hour++) {
          const at = new Date(Date.parse(`${day}T00:17:00Z`) + hour * 3_600_000);
          const next = nextOpening(at, zone, rules({ window: OFFICE, quiet })) as Date;
          const said = clock.format(next);
          expect([zone, said, next >= at]).toEqual([zone, expect.not.stringMatching(/Saturday|Sunday/), true]);
          expect(said).toMatch(/ (09|1[0-6]):\d\d$/);
        }
      }
    }
  });
});

describe('hours', () => {
  it('are two times of the day that differ', () => {
    expect(areHours({ from: '21:00', to: '08:00' })).toBe(true);
    expect(areHours({ from: '21:00', to: '21:00' })).toBe(false);
    expect(areHours({ from: '24:00', to: '08:00' })).toBe(false);
  });

  it('of a window end on the same day, and it has weekdays', () => {
    expect(isWindow(OFFICE)).toBe(true);
    expect(isWindow({ ...OFFICE, to: '00:00' })).toBe(true);
    expect(isWindow({ ...OFFICE, from: '18:00', to: '02:00' })).toBe(false);
    expect(isWindow({ ...OFFICE, weekdays: [] })).toBe(false);
  });
});
