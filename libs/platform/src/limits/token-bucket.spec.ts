import { describe, expect, it } from '@jest/globals';
import { network } from './network.js';
import { TokenBuckets } from './token-bucket.js';

describe('TokenBuckets', () => {
  it('grants the burst at once, then only refilled tokens', () => {
    let now = 0;
    const buckets = new TokenBuckets({ burst: 3, perSecond: 2 }, 10, () => now);
    expect([1, 2, 3].map(() => buckets.take('a'))).toEqual([0, 0, 0]);
    expect(buckets.take('a')).toBeCloseTo(0.5);
    expect(buckets.take('b')).toBe(0);
    now = 500;
    expect(buckets.take('a')).toBe(0);
    expect(buckets.take('a')).toBeGreaterThan(0);
  });

  it('bounds the number of buckets', () => {
    const buckets = new TokenBuckets({ burst: 1, perSecond: 1 }, 2, () => 0);
    for (const key of ['a', 'b', 'c']) expect(buckets.take(key)).toBe(0);
    expect(buckets.take('c')).toBeGreaterThan(0);
    expect(buckets.take('a')).toBe(0);
  });
});

describe('network', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['::ffff:192.0.2.1', '::ffff:192.0.2.1'],
  ])('counts %s as %s', (address, counted) => {
    expect(network(address)).toBe(counted);
  });
});
