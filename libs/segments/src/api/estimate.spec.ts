import { describe, expect, it } from '@jest/globals';
import { randomFrom, SEED } from '@dundun/testing/repetitions';
import { estimated } from './estimate.js';

describe('estimated', () => {
  it('is exact for everybody', () => {
    expect(estimated(3, 10, 10)).toEqual({ people: 3, low: 3, high: 3 });
    expect(estimated(0, 0, 0)).toEqual({ people: 0, low: 0, high: 0 });
  });

  it.each([
    [0, 5_000, 1_000_000, 0, 800],
    [5_000, 5_000, 1_000_000, 999_000, 1_000_000],
    [2_500, 5_000, 1_000_000, 486_000, 514_000],
  ])('of %i in %i of %i people lies between %i and %i', (matched, sampled, all, low, high) => {
    const estimate = estimated(matched, sampled, all);
    expect(estimate.low).toBeGreaterThanOrEqual(low);
    expect(estimate.high).toBeLessThanOrEqual(high);
    expect(estimate.people).toBeGreaterThanOrEqual(Math.min(estimate.low, matched));
  });

  it('holds the true number in at least 93 of 100 samples', () => {
    const random = randomFrom(SEED);
    const rounds = 2_000;
    let right = 0;
    for (let round = 0; round < rounds; round++) {
      const share = random();
      const matched = Array.from({ length: 300 }, random).filter((each) => each < share).length;
      const { low, high } = estimated(matched, 300, 100_000);
      if (low <= share * 100_000 && high >= share * 100_000) right++;
    }
    expect(right / rounds).toBeGreaterThan(0.93);
  });
});
