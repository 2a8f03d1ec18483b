import { expect } from '@jest/globals';
import { randomInt } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';

const { TEST_LONG, TEST_SEED, TEST_REPETITIONS } = process.env;

/** The seed of this run: TEST_SEED, which `npm test` prints, or a random one. */
export const SEED = Number(TEST_SEED ?? randomInt(2 ** 31));

/**
 * Returns the number of repetitions: `short` in the gate, `long` in `npm test -- long`, which lists it in its table.
 */
export function repetitions(short: number, long: number): number {
  if (!TEST_LONG) return short;
  if (TEST_REPETITIONS) {
    const path = relative(process.cwd(), expect.getState().testPath ?? '');
    appendFileSync(TEST_REPETITIONS, `${JSON.stringify({ path, times: long, usually: short })}\n`);
  }
  return long;
}

/** Returns parameters of fast-check: this many runs, with the seed of this run. */
export const runs = (short: number, long: number): { numRuns: number; seed: number } => ({
  numRuns: repetitions(short, long),
  seed: SEED,
});

/** Returns a generator of numbers from 0 to 1, the same ones for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
