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

  it('marks clicks on all links within five seconds as a burst', () => {
    expect(judged(3, at(0, 0), at(1, 1), at(5, 2))).toEqual({ '0/0': 'burst', '1/1': 'burst', '5/2': 'burst' });
    expect(judged(3, at(0, 0), at(1, 1), at(5.001, 2))).toEqual({});
  });

  it('marks an open during a burst too, but nothing before the burst', () => {
    expect(judged(2, at(-9, null), at(0, 0), at(0.1, null), at(2, 1))).toEqual({
      '0/0': 'burst',
      '0.1/null': 'burst',
      '2/1': 'burst',
    });
  });

  it('marks clicks on five of a hundred links as a burst', () => {
    const five = [0, 1, 2, 3, 4].map((link) => at(link / 10, link));
    expect(Object.keys(judged(100, ...five))).toHaveLength(5);
    expect(judged(100, ...five.slice(1))).toEqual({});
  });

  it('marks no burst for repeated clicks on one link', () => {
    expect(judged(2, at(0, 0), at(1, 0), at(2, 0))).toEqual({});
    expect(judged(1, at(0, 0), at(1, 0))).toEqual({});
    expect(judged(0, at(0, null), at(1, null))).toEqual({});
  });

  it('marks no burst for clicks at the pace of a reader', () => {
    expect(judged(3, at(0, null), at(4, 0), at(12, 1), at(40, 2))).toEqual({});
  });

  it('marks opens and clicks in the minute before a honeypot click and just after it', () => {
    const engagements = [at(-61, 0), at(-60, null), at(-2, 1), at(0, 9, 'honeypot'), at(10, 2), at(11, 2)];
    expect(judged(9, ...engagements)).toEqual({ '-60/null': 'honeypot', '-2/1': 'honeypot', '10/2': 'honeypot' });
  });

  it('keeps existing reasons', () => {
    expect(judged(2, at(0, 0, 'too_soon'), at(1, 1))).toEqual({ '1/1': 'burst' });
  });

  it('does not count declared robots towards a burst', () => {
    expect(judged(2, at(0, 0, 'user_agent'), at(0.1, 1, 'user_agent'), at(2, 0))).toEqual({});
    expect(judged(2, at(0, 0, 'head'), at(0.1, 1, 'prefetch'), at(2, 0))).toEqual({});
  });

  it('classifies large numbers quickly', () => {
    const flood = Array.from({ length: 500 }, (_, index) => at(index / 1_000, index % 400));
    const used = cpuClock();
    expect(laterReasons(flood, 400).size).toBe(500);
    expect(used()).toBeLessThan(5_000);
  });
});
