import { describe, expect, it } from '@jest/globals';
import { IdleShare } from './idle-share.js';
import { Precedence } from './precedence.js';

describe('Precedence', () => {
  const restAfter = (idle: number, tookMs: number, lateMs: number) =>
    new Precedence({ take: () => idle }).restAfter(tookMs, lateMs);

  it('lets a follower that is in time wait for more on a busy machine', () => {
    expect(restAfter(0.02, 100, 300)).toBe(700);
    expect(restAfter(0.02, 3_000, 999)).toBe(1);
  });

  it('makes a late follower rest longer than it worked on a busy machine', () => {
    expect(restAfter(0.02, 100, 1_000)).toBe(400);
    expect(restAfter(0.02, 3_000, 9_000)).toBe(2_000);
  });

  it('lets it go on if nobody else wants the CPU', () => {
    expect(restAfter(0.5, 100, 300)).toBe(0);
    expect(restAfter(0.5, 100, 9_000)).toBe(0);
  });
});

describe('IdleShare', () => {
  it('is that since the last look', () => {
    const looks = [
      { idle: 100, all: 1_000 },
      { idle: 150, all: 1_200 },
      { idle: 150, all: 1_300 },
      { idle: 150, all: 1_300 },
    ];
    const share = new IdleShare(() => looks.shift() as { idle: number; all: number });
    expect([share.take(), share.take(), share.take()]).toEqual([0.25, 0, 1]);
  });

  it('reads the times of this machine', () => {
    const share = new IdleShare();
    expect(share.take()).toBeGreaterThanOrEqual(0);
    expect(share.take()).toBeLessThanOrEqual(1);
  });
});
