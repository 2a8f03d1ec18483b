import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { CallPlaces } from './call-places.js';

const NEVER_MS = 60_000;

describe('CallPlaces', () => {
  it('gives so many at once, each line its own', async () => {
    const places = new CallPlaces(2, NEVER_MS);
    expect(await Promise.all([places.take('a'), places.take('a'), places.take('b')])).toEqual([true, true, true]);
    const third = places.take('a');
    const first = await Promise.race([third, Promise.resolve('waits')]);
    expect(first).toBe('waits');
    places.give('b');
    expect(await Promise.race([third, Promise.resolve('waits')])).toBe('waits');
    places.give('a');
    expect(await third).toBe(true);
  });

  it('lets those who wait in, one after the other', async () => {
    const places = new CallPlaces(1, NEVER_MS);
    await places.take('a');
    const order: number[] = [];
    const all = [1, 2, 3].map((who) => places.take('a').then(() => (order.push(who), places.give('a'))));
    places.give('a');
    await Promise.all(all);
    expect(order).toEqual([1, 2, 3]);
    expect(await places.take('a')).toBe(true);
  });

  describe('whose time is the test’s', () => {
    beforeEach(() => void jest.useFakeTimers());
    afterEach(() => void jest.useRealTimers());

    it('sends those who wait away when nothing ends for a while, and whoever comes then', async () => {
      const places = new CallPlaces(1, 50);
      await places.take('a');
      const answers: boolean[] = [];
      for (const turn of [places.take('a'), places.take('a')]) void turn.then((isGiven) => answers.push(isGiven));
      await jest.advanceTimersByTimeAsync(49);
      expect(answers).toEqual([]);
      await jest.advanceTimersByTimeAsync(1);
      expect(answers).toEqual([false, false]);
      expect(await places.take('a')).toBe(false);
      expect(await places.take('b')).toBe(true);
      places.give('a');
      expect(await places.take('a')).toBe(true);
    });

    it('sends nobody away while calls end, however long the line is', async () => {
      const places = new CallPlaces(1, 150);
      await places.take('a');
      const all = Promise.all(Array.from({ length: 30 }, () => places.take('a')));
      const slow = setInterval(() => places.give('a'), 10);
      await jest.advanceTimersByTimeAsync(300);
      clearInterval(slow);
      expect(new Set(await all)).toEqual(new Set([true]));
    });
  });
});
