import { describe, expect, it } from '@jest/globals';
import { beginOf } from './window-field';

const NOW = new Date('2026-11-23T22:30:00Z');

describe('the begin of a window', () => {
  it.each([
    ['UTC', { days: 1 }, '2026-11-23T00:00:00.000Z'],
    ['Asia/Kathmandu', { days: 1 }, '2026-11-23T18:15:00.000Z'],
    ['Africa/Lagos', { days: 30 }, '2026-10-24T23:00:00.000Z'],
    ['America/New_York', { weeks: 4 }, '2026-10-27T04:00:00.000Z'],
  ])('is a midnight in %s, for the last %j', (zone, last, begin) => {
    expect(beginOf({ last }, zone, NOW)?.toISOString()).toBe(begin);
  });

  it('is not said while the length is missing, nor of other windows', () => {
    for (const days of [NaN, 0, -1, 1.5, 1e9]) expect(beginOf({ last: { days } }, 'UTC', NOW)).toBeNull();
    expect(beginOf({ before_last: { days: 1 } }, 'UTC', NOW)).toBeNull();
    expect(beginOf({ from: '2026-11-01' }, 'UTC', NOW)).toBeNull();
  });
});
