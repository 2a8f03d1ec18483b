import { describe, expect, it } from '@jest/globals';
import { LearnedLimits } from './learned-limits.js';

const set = () => {
  let now = 0;
  const limits = new LearnedLimits(1_000, 30_000, () => now);
  return { limits, pass: (ms: number) => (now += ms) };
};

describe('limits that a server shows', () => {
  it('are a number of mails after which it closes the connection twice', () => {
    const { limits, pass } = set();
    limits.noteDrop({ mails: 20, silence: 3 });
    expect(limits.mails).toBe(1_000);
    limits.noteDrop({ mails: 20, silence: 0 });
    expect(limits.mails).toBe(20);
    pass(600_001);
    expect(limits.mails).toBe(1_000);
  });

  it('are not concluded from a restart', () => {
    const { limits } = set();
    for (const mails of [3, 17, 4, 90]) limits.noteDrop({ mails, silence: 0 });
    expect([limits.mails, limits.silence]).toEqual([1_000, 30_000]);
  });

  it('are the silence after which it closes the connection', () => {
    const { limits, pass } = set();
    limits.noteDrop({ mails: 5, silence: 10_000 });
    expect([limits.mails, limits.silence]).toEqual([1_000, 5_000]);
    limits.noteDrop({ mails: 5, silence: 2_000 });
    expect(limits.silence).toBe(1_000);
    pass(600_001);
    expect(limits.silence).toBe(30_000);
  });

  it('are extensions that it offers and does not understand', () => {
    const { limits, pass } = set();
    expect(limits.understands('chunking')).toBe(true);
    limits.noteUnfit('chunking');
    expect([limits.understands('chunking'), limits.understands('pipelining')]).toEqual([false, true]);
    pass(600_001);
    expect(limits.understands('chunking')).toBe(true);
  });
});
