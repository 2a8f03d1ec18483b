import { expect, it } from '@jest/globals';
import { dailyRecipients, secondsToNextUtcDay } from './plan.js';

it('limits the free plan only', () => {
  expect([dailyRecipients('free'), dailyRecipients('unlimited')]).toEqual([100, null]);
});

it.each([
  ['2026-11-20T00:00:00.000Z', 86_400],
  ['2026-11-20T23:59:59.999Z', 1],
  ['2024-02-28T12:00:00.000Z', 43_200],
  ['2026-12-31T23:00:00.500Z', 3600],
])('counts from %s to the next UTC day: %d s', (now, seconds) => {
  expect(secondsToNextUtcDay(new Date(now))).toBe(seconds);
});
