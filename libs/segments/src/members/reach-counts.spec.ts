import { describe, expect, it, jest } from '@jest/globals';
import { createLogger } from '@dundun/platform/config';
import { until } from '@dundun/testing';
import { ReachCounts } from './reach-counts.service.js';

/** Counts over people who answer when they are let. */
function counting({ people = 3, isHeld = false } = {}) {
  let release = () => undefined as void;
  const held = isHeld ? new Promise<void>((resolve) => (release = resolve)) : Promise.resolve();
  const next = jest.fn(async (_workspace: number, after: string) => {
    await held;
    const from = after.startsWith('0000') ? 0 : Number(after);
    return Array.from({ length: Math.min(1_000, people - from) }, (_, place) => `${from + place + 1}`);
  });
  const reach = jest.fn(async (_plan: unknown, some: readonly string[], list?: string) =>
    Promise.resolve({ email: some.length, sms: list === undefined ? 0 : 1 }),
  );
  const trees = { plan: () => Promise.resolve({} as never) };
  const counts = new ReachCounts(trees, { reach } as never, { next }, createLogger('test', 'silent'));
  return { counts, next, release: () => release() };
}

describe('the count of people who can be reached', () => {
  it('goes through everybody, a thousand at a time', async () => {
    const { counts, next } = counting({ people: 2_500 });
    const { counted, isCounting } = await counts.of(1);
    expect({ counted, isCounting }).toEqual({
      counted: { people: 2_500, email: 2_500, sms: 0, at: expect.any(Date) },
      isCounting: false,
    });
    expect(next).toHaveBeenCalledTimes(3);
  });

  it('is kept for a while, for each workspace and list apart', async () => {
    const { counts, next } = counting();
    const [first, second] = [await counts.of(1), await counts.of(1)];
    expect(second.counted).toBe(first.counted);
    expect(next).toHaveBeenCalledTimes(1);
    expect((await counts.of(1, 'news')).counted?.sms).toBe(1);
    await counts.of(2);
    expect(next).toHaveBeenCalledTimes(3);
  });

  it('does not keep answers waiting, and is there for a later one', async () => {
    const { counts, next, release } = counting({ isHeld: true });
    expect(await Promise.all([counts.of(1), counts.of(1)])).toEqual([
      { counted: null, isCounting: true },
      { counted: null, isCounting: true },
    ]);
    release();
    await until('it is counted', async () => (await counts.of(1)).counted !== null);
    expect(next).toHaveBeenCalledTimes(1);
  });

  it('that fails keeps no answer waiting, and is made again later', async () => {
    const { counts, next } = counting();
    next.mockRejectedValueOnce(new Error('the database is away'));
    expect(await counts.of(1)).toEqual({ counted: null, isCounting: false });
    await until('it is counted', async () => (await counts.of(1)).counted?.people === 3);
  });

  it('ends with the process', async () => {
    const { counts, release } = counting({ people: 5_000, isHeld: true });
    await counts.of(1);
    const ended = counts.beforeApplicationShutdown();
    release();
    await ended;
    expect(await counts.of(1)).toEqual({ counted: null, isCounting: false });
  });
});
