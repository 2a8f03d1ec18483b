import { describe, expect, it } from '@jest/globals';
import { dmarcAdvice } from './dmarc-advice.js';

const source = (messages: number, dkim: number, spf = dkim, at = '192.0.2.1') => ({
  source: at,
  messages,
  aligned: Math.max(dkim, spf),
  dkim_aligned: dkim,
  spf_aligned: spf,
});
const advice = (policy: string | null, ...sources: ReturnType<typeof source>[]) =>
  dmarcAdvice({
    messages: sources.reduce((sum, { messages }) => sum + messages, 0),
    aligned: sources.reduce((sum, { aligned }) => sum + aligned, 0),
    sources,
    policy,
  });

describe('the advice on DMARC reports', () => {
  it('says when reports are to be expected', () => {
    expect(advice('none')).toEqual([expect.stringMatching(/^No reports yet/)]);
  });

  it.each([
    ['none', 1_000, /change p=none to p=quarantine/],
    ['quarantine', 1_000, /p=reject is the next step/],
    ['none', 900, /^Keep p=none/],
    ['reject', 900, /^Your policy is p=reject/],
  ])('under p=%s with %d of 1,000 passing names the next step', (policy, passing, expected) => {
    expect(advice(policy, source(passing, passing), source(1_000 - passing, 0)).at(-1)).toMatch(expected);
  });

  it('is silent on the policy when it is strict, unknown, or little was reported', () => {
    expect(advice('reject', source(100, 100))).toHaveLength(1);
    expect(advice(null, source(100, 100))).toHaveLength(1);
    expect(advice('none', source(5, 5))).toHaveLength(1);
  });

  it('names a source that fails, and one that only SPF saves', () => {
    const said = advice('none', source(100, 100), source(10, 0, 0, '203.0.113.9'), source(20, 0, 20, '198.51.100.4'));
    expect(said).toEqual([
      expect.stringMatching(/^92\.3% of 130 messages passed/),
      expect.stringMatching(/^1 source failed more often than not, 203\.0\.113\.9/),
      expect.stringMatching(/^1 source passed by SPF alone.* 198\.51\.100\.4\.$/),
      expect.any(String),
    ]);
  });

  it('never rounds up to 100%', () => {
    expect(advice('reject', source(99_999, 99_999), source(1, 0))[0]).toMatch(/^99\.9%/);
    expect(advice('reject', source(100, 100))[0]).toMatch(/^100%/);
  });
});
