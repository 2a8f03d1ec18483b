import { expect, it } from '@jest/globals';
import { nextWait, WAITS_MS } from './retry-schedule.js';

const HOUR = 3_600_000;

it('grows and takes a little less than three days', () => {
  const total = WAITS_MS.reduce((sum, wait) => sum + wait, 0);
  expect([...WAITS_MS].sort((a, b) => a - b)).toEqual(WAITS_MS);
  expect(total).toBeLessThan(72 * HOUR);
  expect(total).toBeGreaterThan(66 * HOUR);
});

it('is jittered by 10 percent', () => {
  expect([0, 0.5, 1].map((random) => nextWait(2, 0, null, () => random))).toEqual([27_000, 30_000, 33_000]);
});

it('ends with its last wait or after three days', () => {
  expect(nextWait(WAITS_MS.length, 0, null)).not.toBeNull();
  expect(nextWait(WAITS_MS.length + 1, 0, null)).toBeNull();
  expect(nextWait(1, 72 * HOUR + 1, null)).toBeNull();
});

it('honours Retry-After up to a day and never waits less than planned', () => {
  const wait = (asked: number) => nextWait(1, 0, asked, () => 0.5);
  expect([wait(1_000), wait(60_000), wait(100 * 24 * HOUR)]).toEqual([5_000, 60_000, 24 * HOUR]);
});
