import { describe, expect, it } from '@jest/globals';
import { guardFrom, guardOf, remembered, type EndedMessages, type GuardMemory } from './guard.js';

const START = Date.UTC(2026, 10, 23, 9);
const at = (seconds: number) => new Date(START + seconds * 1_000);

/** What the guard says after a campaign has been through some counts, looked at at their seconds. */
function verdict(...looks: [seconds: number, ended: EndedMessages][]) {
  let memory: GuardMemory | null = null;
  for (const [seconds, ended] of looks) {
    const halt = guardOf(memory, ended, at(seconds));
    if (halt) return halt.code;
    memory = remembered(memory, ended, at(seconds));
  }
  return undefined;
}

describe('the guard of a campaign', () => {
  it.each<[string, EndedMessages, string | undefined]>([
    ['nothing has ended', {}, undefined],
    ['a fifth is refused', { sent: 80, failed: 20 }, 'refusals'],
    ['less than a fifth is refused', { sent: 81, failed: 19 }, undefined],
    ['everything is refused, but of few messages', { failed: 49 }, undefined],
    ['one in twenty bounces', { delivered: 950, bounced: 50 }, undefined],
    ['more than one in twenty bounces or is refused', { delivered: 949, bounced: 26, failed: 25 }, 'bounces'],
    ['more than one in twenty of few messages bounces', { delivered: 400, bounced: 99 }, undefined],
    ['one in a thousand complains', { sent: 999, complained: 1 }, undefined],
    ['more than one in a thousand complains', { sent: 998, complained: 2 }, 'complaints'],
    ['suppressed and canceled messages are many, which were not tried', { suppressed: 400, canceled: 400 }, undefined],
  ])('when %s, says so or nothing', (_, ended, code) => {
    expect(verdict([0, ended])).toBe(code);
  });

  it('looks at refusals of the last minute, not at those of a whole campaign', () => {
    const fine: [number, EndedMessages] = [0, { sent: 100_000 }];
    expect(verdict(fine, [30, { sent: 100_100 }], [40, { sent: 100_140, failed: 60 }])).toBe('refusals');
    const slowly = Array.from({ length: 20 }, (_, index): [number, EndedMessages] => [
      index * 10,
      { sent: 10_000 + index * 90, failed: index * 10 },
    ]);
    expect(verdict(fine, ...slowly)).toBeUndefined();
  });

  it('keeps seven samples at most, and one that is as old as the window', () => {
    let memory: GuardMemory | null = null;
    for (let second = 0; second < 600; second++) memory = remembered(memory, { sent: second }, at(second));
    expect(memory?.samples).toHaveLength(7);
    expect(memory?.samples.map(({ tried }) => tried)).toEqual([530, 540, 550, 560, 570, 580, 590]);
  });

  it('does not halt twice for what somebody has seen', () => {
    const seen = { sent: 60, failed: 40 };
    expect(guardOf(guardFrom(seen), seen, at(0))).toBeUndefined();
    expect(guardOf(guardFrom(seen), { sent: 100, failed: 60 }, at(1))?.code).toBe('refusals');
  });

  it('says how many of how many', () => {
    expect(guardOf(null, { sent: 70, failed: 30 }, at(0))).toEqual({
      code: 'refusals',
      message: 'the provider refused 30 of 100 messages of the last minute',
    });
  });
});
