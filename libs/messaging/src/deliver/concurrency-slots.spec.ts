import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ConcurrencySlots } from './concurrency-slots.js';

const NEVER_MS = 60_000;

describe('ConcurrencySlots', () => {
  it('limits the concurrent calls of each bulkhead', async () => {
    const slots = new ConcurrencySlots(2, NEVER_MS);
    expect(await Promise.all([slots.acquire('a'), slots.acquire('a'), slots.acquire('b')])).toEqual([true, true, true]);
    const third = slots.acquire('a');
    const first = await Promise.race([third, Promise.resolve('waits')]);
    expect(first).toBe('waits');
    slots.release('b');
    expect(await Promise.race([third, Promise.resolve('waits')])).toBe('waits');
    slots.release('a');
    expect(await third).toBe(true);
  });

  it('serves waiting callers in order', async () => {
    const slots = new ConcurrencySlots(1, NEVER_MS);
    await slots.acquire('a');
    const order: number[] = [];
    const all = [1, 2, 3].map((who) => slots.acquire('a').then(() => (order.push(who), slots.release('a'))));
    slots.release('a');
    await Promise.all(all);
    expect(order).toEqual([1, 2, 3]);
    expect(await slots.acquire('a')).toBe(true);
  });

  it('lets eight callers prepare for each slot while calls are taken, and none once the bulkhead hangs', async () => {
    const slots = new ConcurrencySlots(1, NEVER_MS);
    expect(slots.mayPrepare('a')).toBe(true);
    await slots.acquire('a');
    const waiting = [];
    while (slots.mayPrepare('a')) waiting.push(slots.acquire('a'));
    expect(waiting).toHaveLength(8);
    slots.release('a');
    expect(slots.mayPrepare('a')).toBe(true);
    const now = jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 1_000);
    expect(slots.mayPrepare('a')).toBe(false);
    now.mockRestore();
  });

  describe('with fake timers', () => {
    beforeEach(() => void jest.useFakeTimers());
    afterEach(() => void jest.useRealTimers());

    it('turns callers away once the bulkhead has stalled', async () => {
      const slots = new ConcurrencySlots(1, 50);
      await slots.acquire('a');
      const answers: boolean[] = [];
      for (const turn of [slots.acquire('a'), slots.acquire('a')]) void turn.then((isGiven) => answers.push(isGiven));
      await jest.advanceTimersByTimeAsync(49);
      expect(answers).toEqual([]);
      await jest.advanceTimersByTimeAsync(1);
      expect(answers).toEqual([false, false]);
      expect(await slots.acquire('a')).toBe(false);
      expect(await slots.acquire('b')).toBe(true);
      slots.release('a');
      expect(await slots.acquire('a')).toBe(true);
    });

    it('turns no caller away while calls end, however many wait', async () => {
      const slots = new ConcurrencySlots(1, 150);
      await slots.acquire('a');
      const all = Promise.all(Array.from({ length: 30 }, () => slots.acquire('a')));
      const slow = setInterval(() => slots.release('a'), 10);
      await jest.advanceTimersByTimeAsync(300);
      clearInterval(slow);
      expect(new Set(await all)).toEqual(new Set([true]));
    });
  });
});
