import { describe, expect, it } from '@jest/globals';
import { LONGEST_STRETCH, nextStretch } from './stretch.js';

describe('a stretch of the feed', () => {
  it('is halved after one that took long, down to 50 entries', () => {
    const sizes = [LONGEST_STRETCH];
    for (let round = 0; round < 8; round++) sizes.push(nextStretch(sizes.at(-1) as number, 5_000));
    expect(sizes).toEqual([2_000, 1_000, 500, 250, 125, 62, 50, 50, 50]);
  });

  it('grows again while it is quick, and stays where it is between', () => {
    expect([50, 1_000, 2_000].map((entries) => nextStretch(entries, 10))).toEqual([100, 2_000, 2_000]);
    expect(nextStretch(500, 400)).toBe(500);
  });
});
