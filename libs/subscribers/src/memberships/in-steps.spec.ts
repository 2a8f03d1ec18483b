import { describe, expect, it } from '@jest/globals';
import { setTimeout as wait } from 'node:timers/promises';
import { inSteps } from './in-steps.js';

/** A timer may fire a millisecond early. */
const EARLY_MS = 2;

const timed = async (work: () => Promise<unknown>) => {
  const from = performance.now();
  const outcome = await inSteps(work()).catch((error: unknown) => error);
  return { outcome, spent: performance.now() - from };
};

describe('inSteps', () => {
  it.each([0, 3, 30])('settles work of %i ms no sooner than 50 ms after the call', async (ms) => {
    const { outcome, spent } = await timed(() => wait(ms, 'done'));
    expect(outcome).toBe('done');
    expect(spent).toBeGreaterThanOrEqual(50 - EARLY_MS);
  });

  it('settles longer work at the next multiple', async () => {
    const { spent } = await timed(() => wait(60));
    expect(spent).toBeGreaterThanOrEqual(100 - EARLY_MS);
  });

  it('delays a refusal in the same way', async () => {
    const refusal = new Error('refused');
    const { outcome, spent } = await timed(() => Promise.reject(refusal));
    expect(outcome).toBe(refusal);
    expect(spent).toBeGreaterThanOrEqual(50 - EARLY_MS);
  });
});
