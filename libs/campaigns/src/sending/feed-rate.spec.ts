import { describe, expect, it } from '@jest/globals';
import { allowance } from './feed-rate.js';

const NOW = new Date('2026-11-20T09:00:00.000Z');
const after = (ms: number) => new Date(NOW.getTime() + ms);

describe('the rate of a campaign', () => {
  it('is only bounded by what waits for its hand-over, if none was chosen', () => {
    expect(allowance(null, null, 0, NOW).room).toBe(2_000);
    expect(allowance(null, null, 4_900, NOW).room).toBe(100);
    expect(allowance(null, null, 6_000, NOW).room).toBe(0);
  });

  it('is kept over rounds of any length, down to one an hour', () => {
    for (const [perMinute, everyMs] of [
      [600, 500],
      [90, 500],
      [7, 1_500],
      [1, 500],
    ] as const) {
      let [fedAt, count] = [NOW, 0];
      for (let ms = 0; ms <= 10 * 60_000; ms += everyMs) {
        const round = allowance(perMinute, fedAt, 0, after(ms));
        count += round.room;
        fedAt = round.fedAt(round.room);
      }
      expect({ perMinute, count }).toEqual({ perMinute, count: perMinute * 10 });
    }
  });

  it('catches up two seconds after a break, besides the one that was due, not the whole break', () => {
    expect(allowance(600, NOW, 0, after(3_600_000)).room).toBe(21);
    expect(allowance(1, NOW, 0, after(3_600_000)).room).toBe(1);
  });
});
