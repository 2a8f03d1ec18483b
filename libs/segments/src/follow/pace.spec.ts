import { describe, expect, it } from '@jest/globals';
import { nextSize, Pace } from './pace.js';

const PIECE = { first: 200, least: 50, most: 1_000 };

describe('the size of a piece of work', () => {
  it('doubles while a piece is quick and full, up to the most', () => {
    expect(nextSize(200, { done: 200, ms: 10 }, PIECE)).toBe(400);
    expect(nextSize(200, { done: 200, ms: 300 }, PIECE)).toBe(267);
    expect(nextSize(800, { done: 800, ms: 10 }, PIECE)).toBe(1_000);
    expect(nextSize(200, { done: 3, ms: 1 }, PIECE)).toBe(200);
  });

  it('shrinks as much as a piece took too long, down to the least', () => {
    expect(nextSize(1_000, { done: 1_000, ms: 800 }, PIECE)).toBe(500);
    expect(nextSize(1_000, { done: 10, ms: 4_000 }, PIECE)).toBe(100);
    expect(nextSize(100, { done: 100, ms: 60_000 }, PIECE)).toBe(50);
  });

  it('is kept for each workspace, also after a failure', async () => {
    const pace = new Pace(PIECE);
    const sizes: number[] = [];
    const full = (size: number) => {
      sizes.push(size);
      return Promise.resolve(size);
    };
    await pace.step(1, full);
    await pace.step(2, full);
    await expect(pace.step(1, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await pace.step(1, full);
    expect(sizes).toEqual([200, 200, 400]);
  });
});
