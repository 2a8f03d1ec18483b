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
  const at = (
    seconds: number,
    link: number | null,
    reason: MachineReason | null = null,
    ip: string | null = '192.0.2.7',
  ): SeenEngagement => ({ id: `${seconds}/${link}`, link, at: new Date(START + seconds * 1_000), ip, reason });
  const judged = (links: number, ...engagements: SeenEngagement[]) =>
    Object.fromEntries(laterReasons(engagements, links));

  it('marks clicks on all links within five seconds as a burst', () => {
    expect(judged(3, at(0, 0), at(1, 1), at(5, 2))).toEqual({ '0/0': 'burst', '1/1': 'burst', '5/2': 'burst' });
    expect(judged(3, at(0, 0), at(1, 1), at(5.001, 2))).toEqual({});
  });

  it('marks an open during a burst too, but nothing before the burst', () => {
    expect(judged(3, at(-9, null), at(0, 0), at(0.1, null), at(1, 1), at(2, 2))).toEqual({
      '0/0': 'burst',
      '0.1/null': 'burst',
      '1/1': 'burst',
      '2/2': 'burst',
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

  it('marks nothing of another network beside a single honeypot click', () => {
    const person = [at(-2, null, null, '198.51.100.1'), at(4, 0, null, '198.51.100.1')];
    expect(judged(9, person[0]!, at(0, 9, 'honeypot'), person[1]!)).toEqual({});
    expect(judged(9, at(-1, 0, null, null), at(0, 9, 'honeypot', null))).toEqual({});
  });

  it('marks the sweep before a honeypot click whatever its networks, and never a later click of another', () => {
    const sweep = [at(-3, 0, null, '203.0.113.1'), at(-20, 1, null, '203.0.113.2'), at(-1, 2, null, '203.0.113.3')];
    const person = at(6, 0, null, '198.51.100.1');
    const seen = [...sweep, at(0, 3, 'honeypot'), person].sort((a, b) => a.at.getTime() - b.at.getTime());
    expect(Object.keys(judged(3, ...seen)).sort()).toEqual(['-1/2', '-20/1', '-3/0']);
  });

  it('marks no burst for both links of a two-link mail within four seconds', () => {
    expect(judged(2, at(0, 0), at(4, 1))).toEqual({});
  });

  it('keeps existing reasons', () => {
    expect(judged(3, at(0, 0, 'too_soon'), at(1, 1), at(2, 2))).toEqual({ '1/1': 'burst', '2/2': 'burst' });
  });

  it('does not count declared robots towards a burst', () => {
    const robots = [at(0, 0, 'user_agent'), at(0.1, 1, 'head'), at(0.2, 2, 'prefetch'), at(0.3, 3, 'network')];
    expect(judged(4, ...robots, at(2, 0))).toEqual({});
  });

  it('classifies large numbers quickly', () => {
    const flood = Array.from({ length: 500 }, (_, index) => at(index / 1_000, index % 400));
    const used = cpuClock();
    expect(laterReasons(flood, 400).size).toBe(500);
    expect(used()).toBeLessThan(5_000);
  });
});
