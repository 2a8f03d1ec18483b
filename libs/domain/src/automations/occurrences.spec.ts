import { describe, expect, it } from '@jest/globals';
import { dateFor, nextScheduled, recursOn } from './occurrences.js';

describe('the day of an attribute', () => {
  it.each([
    ['once', '2026-05-01', '2026-05-01', true],
    ['once', '2025-05-01', '2026-05-01', false],
    ['year', '1990-05-01', '2026-05-01', true],
    ['year', '1990-05-02', '2026-05-01', false],
    ['year', '1992-02-29', '2028-02-29', true],
    ['year', '1992-02-29', '2028-02-28', false],
    ['year', '1992-02-29', '2027-02-28', true],
  ] as const)('%s: %s on %s is %s', (every, value, day, expected) => {
    expect(recursOn({ every }, value, day)).toBe(expected);
  });

  it('lies before or after the day on which people enter', () => {
    expect([dateFor({ days: -3 }, '2026-04-28'), dateFor({ days: 7 }, '2026-05-08')]).toEqual(['2026-05-01', '2026-05-01']); // prettier-ignore
  });
});

describe('the next instant of a schedule', () => {
  const next = (more: object, after: string, zone = 'Europe/Berlin') =>
    nextScheduled(
      { kind: 'schedule', segment: 's', at: '02:30', ...more } as never,
      new Date(after),
      zone,
    ).toISOString();

  it.each([
    ['each day', { every: 'day' }, '2026-01-10T01:30:00.000Z', '2026-01-11T01:30:00.000Z'],
    ['each day, on the one without the time', { every: 'day' }, '2026-03-28T12:00:00Z', '2026-03-29T01:00:00.000Z'],
    ['each day, on the one with the time twice', { every: 'day' }, '2026-10-24T12:00:00Z', '2026-10-25T00:30:00.000Z'],
    ['each day, once where the time comes twice', { every: 'day' }, '2026-10-25T00:30:00Z', '2026-10-26T01:30:00.000Z'],
    ['on Mondays and Fridays', { every: 'week', on: [1, 5] }, '2026-11-23T12:00:00Z', '2026-11-27T01:30:00.000Z'],
    ['on the first', { every: 'month', on: [1] }, '2026-11-23T12:00:00Z', '2026-12-01T01:30:00.000Z'],
    [
      'on the 31st of a month without one',
      { every: 'month', on: [31] },
      '2026-02-01T12:00:00Z',
      '2026-02-28T01:30:00.000Z',
    ],
  ])('is, %s, %j after %s', (_what, more, after, expected) => {
    expect(next(more, after)).toBe(expected);
  });
});
