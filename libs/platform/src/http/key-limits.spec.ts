import { beforeEach, describe, expect, it } from '@jest/globals';
import { RateLimitedError } from '@dundun/domain';
import type { FastifyRequest } from 'fastify';
import { KEY_LIMITS, KeyLimits } from './key-limits.js';

const from = (ip: string, uid?: string) =>
  ({
    ip,
    params: uid === undefined ? {} : { uid },
    caller: { keyId: 'k1', workspaceId: 1 },
  }) as unknown as FastifyRequest;

describe('KeyLimits', () => {
  let now: number;
  let limits: KeyLimits;
  beforeEach(() => {
    now = 0;
    limits = new KeyLimits(() => now);
  });

  function taken(calls: number, request: (call: number) => FastifyRequest): number {
    let count = 0;
    for (let call = 0; call < calls; call++) {
      try {
        limits.take(request(call));
        count++;
      } catch (error) {
        if (!(error instanceof RateLimitedError)) throw error;
      }
    }
    return count;
  }

  it('limits one address before it exhausts the key', () => {
    expect(taken(KEY_LIMITS.key.burst + 1, () => from('192.0.2.1'))).toBe(KEY_LIMITS.address.burst);
    expect(taken(10, () => from('192.0.2.2'))).toBe(10);
  });

  it('refills each allowance over time', () => {
    taken(KEY_LIMITS.address.burst, () => from('192.0.2.1'));
    now += 1_000;
    expect(taken(KEY_LIMITS.address.burst, () => from('192.0.2.1'))).toBe(KEY_LIMITS.address.perSecond);
  });

  it('limits calls about one user before they exhaust the key', () => {
    const calls = KEY_LIMITS.key.burst + 1;
    expect(taken(calls, (call) => from(`198.51.${call % 100}.1`, 'ada'))).toBe(KEY_LIMITS.user.burst);
    expect(taken(10, () => from('192.0.2.3', 'grace'))).toBe(10);
  });

  it('shares one allowance per key among all addresses and users', () => {
    const calls = KEY_LIMITS.key.burst + 100;
    const everywhere = (call: number) => from(`10.0.${call >> 8}.${call & 255}`, `user-${call}`);
    expect(taken(calls, everywhere)).toBe(KEY_LIMITS.key.burst);
    const another = { ...from('192.0.2.1', 'ada'), caller: { keyId: 'k2', workspaceId: 1 } } as FastifyRequest;
    expect(taken(10, () => another)).toBe(10);
  });

  it('counts a forged address as that of the connection', () => {
    const forged = (ip: string) => ({ ...from(ip), socket: { remoteAddress: '192.0.2.9' } }) as FastifyRequest;
    expect(taken(2 * KEY_LIMITS.address.burst, (call) => forged(`forged ${call}`))).toBe(KEY_LIMITS.address.burst);
  });

  it('shares one allowance per user between route and body', () => {
    const takeMany = (level: 'key' | 'full', calls: number) => {
      for (let call = 0; call < calls; call++) limits.takeUser({ level, workspaceId: 1 }, 'ada');
    };
    takeMany('key', KEY_LIMITS.user.burst);
    expect(taken(5, () => from('192.0.2.1', 'ada'))).toBe(0);
    expect(taken(5, () => from('192.0.2.1', 'grace'))).toBe(5);
    expect(() => takeMany('key', 1)).toThrow(RateLimitedError);
    expect(() => takeMany('full', 2 * KEY_LIMITS.user.burst)).not.toThrow();
  });

  it('counts IPv6 addresses by /64', () => {
    const calls = KEY_LIMITS.address.burst;
    expect(taken(calls, () => from('2001:db8::1'))).toBe(calls);
    expect(taken(calls, () => from('2001:db8::2'))).toBe(0);
    expect(taken(10, () => from('2001:db8:0:1::1'))).toBe(10);
  });
});
