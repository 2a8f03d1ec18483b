import { describe, expect, it } from '@jest/globals';
import { cpuClock } from '@dundun/testing/cpu-clock';
import { CORPUS } from './machine-detection-corpus.js';
import { laterReasons, machineReason, type MachineReason, type SeenEngagement } from './machine-detection.js';

describe('machineReason', () => {
  it('has a corpus of people and machines', () => {
    expect(CORPUS.length).toBeGreaterThanOrEqual(60);
    expect(CORPUS.filter(({ is }) => is === null).length).toBeGreaterThanOrEqual(25);
    expect(new Set(CORPUS.map(({ who }) => who)).size).toBe(CORPUS.length);
  });

  it.each(CORPUS)('$engagement.kind of $who: $is', ({ is, engagement }) => expect(machineReason(engagement)).toBe(is));
});

describe('laterReasons', () => {
  const START = Date.parse('2026-03-02T09:00:00Z');
  const at = (seconds: number, link: number | null, reason: MachineReason | null = null): SeenEngagement => ({
    id: `${seconds}/${link}`,
    link,
    at: new Date(START + seconds * 1_000),
    reason,
  });
  const judged = (links: number, ...engagements: SeenEngagement[]) =>
    Object.fromEntries(laterReasons(engagements, links));

  it('are a burst when they are all links of the message within five seconds', () => {
    expect(judged(3, at(0, 0), at(1, 1), at(5, 2))).toEqual({ '0/0': 'burst', '1/1': 'burst', '5/2': 'burst' });
    expect(judged(3, at(0, 0), at(1, 1), at(5.001, 2))).toEqual({});
  });

  it('are a burst with what else came in between, and without what came before', () => {
    expect(judged(2, at(-9, null), at(0, 0), at(0.1, null), at(2, 1))).toEqual({
      '0/0': 'burst',
      '0.1/null': 'burst',
      '2/1': 'burst',
    });
  });

  it('are a burst of five links in a message of a hundred', () => {
    const five = [0, 1, 2, 3, 4].map((link) => at(link / 10, link));
    expect(Object.keys(judged(100, ...five))).toHaveLength(5);
    expect(judged(100, ...five.slice(1))).toEqual({});
  });

  it('are none when one link is followed again and again, or is the only one', () => {
    expect(judged(2, at(0, 0), at(1, 0), at(2, 0))).toEqual({});
    expect(judged(1, at(0, 0), at(1, 0))).toEqual({});
    expect(judged(0, at(0, null), at(1, null))).toEqual({});
  });

  it('are none when a person reads on', () => {
    expect(judged(3, at(0, null), at(4, 0), at(12, 1), at(40, 2))).toEqual({});
  });

  it('in the minute before the honeypot and just after it are the scanner’s', () => {
    const engagements = [at(-61, 0), at(-60, null), at(-2, 1), at(0, 9, 'honeypot'), at(10, 2), at(11, 2)];
    expect(judged(9, ...engagements)).toEqual({ '-60/null': 'honeypot', '-2/1': 'honeypot', '10/2': 'honeypot' });
  });

  it('keep the reasons that they have', () => {
    expect(judged(2, at(0, 0, 'too_soon'), at(1, 1))).toEqual({ '1/1': 'burst' });
  });

  it('of robots that name themselves make no burst of a person’s', () => {
    expect(judged(2, at(0, 0, 'user_agent'), at(0.1, 1, 'user_agent'), at(2, 0))).toEqual({});
    expect(judged(2, at(0, 0, 'head'), at(0.1, 1, 'prefetch'), at(2, 0))).toEqual({});
  });

  it('are judged quickly however many there are', () => {
    const flood = Array.from({ length: 500 }, (_, index) => at(index / 1_000, index % 400));
    const used = cpuClock();
    expect(laterReasons(flood, 400).size).toBe(500);
    expect(used()).toBeLessThan(5_000);
  });
});
