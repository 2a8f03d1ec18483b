import { describe, expect, it } from '@jest/globals';
import { InvalidInputError } from '@dundun/domain';
import { laneOf, scheduledAt } from './schedule.js';

const NOW = Date.UTC(2026, 10, 20, 9, 30);
const DAY = 24 * 60 * 60 * 1_000;
const at = (ms: number) => new Date(NOW + ms);

describe('scheduledAt', () => {
  it.each([
    ['no time', undefined],
    ['the current time', at(0)],
    ['a past time', at(-DAY)],
  ])('means at once for %s', (_, sendAt) => {
    expect(scheduledAt(sendAt, NOW)).toBeNull();
  });

  it('accepts up to 90 days ahead', () => {
    expect(scheduledAt(at(1), NOW)).toEqual(at(1));
    expect(scheduledAt(at(90 * DAY), NOW)).toEqual(at(90 * DAY));
  });

  it('means at once for a time years ago', () => {
    expect(scheduledAt(new Date('2020-01-01'), NOW)).toBeNull();
  });

  it.each([1_795_000_000, 9_999_999_999, 0, -1])('refuses %d, which is not in milliseconds', (seconds) => {
    expect(() => scheduledAt(new Date(seconds), NOW)).toThrow(InvalidInputError);
  });

  it('refuses a later time', () => {
    expect(() => scheduledAt(at(90 * DAY + 1), NOW)).toThrow(InvalidInputError);
  });
});

describe('laneOf', () => {
  it.each([
    [null, null, 'fast'],
    ['a list', null, 'bulk'],
    [null, at(DAY), 'bulk'],
    ['a list', at(DAY), 'bulk'],
  ] as const)('with list %s and time %s is %s', (list, scheduled, lane) => {
    expect(laneOf(list, scheduled)).toBe(lane);
  });
});
