import { describe, expect, it } from '@jest/globals';
import { RateLimitedError } from '@dundun/domain';
import type { FastifyRequest } from 'fastify';
import { KEY_LIMITS, KeyLimits } from './key-limits.js';

const from = (ip: string, uid?: string) =>
  ({
    ip,
    params: uid === undefined ? {} : { uid },
    caller: { keyId: 'k1', workspaceId: 1 },
  }) as unknown as FastifyRequest;

function taken(limits: KeyLimits, calls: number, request: FastifyRequest): number {
  let count = 0;
  for (let call = 0; call < calls; call++) {
    try {
      limits.take(request);
      count++;
    } catch (error) {
      expect(error).toBeInstanceOf(RateLimitedError);
    }
  }
  return count;
}

describe('KeyLimits', () => {
  it('stops one address before it can use up the key for everybody else', () => {
    const limits = new KeyLimits();
    const most = KEY_LIMITS.address.burst;
    expect(taken(limits, 3 * KEY_LIMITS.key.burst, from('192.0.2.1'))).toBeLessThan(most * 2);
    expect(taken(limits, 10, from('192.0.2.2'))).toBe(10);
  });

  it('stops the calls about one user before they use up the key', () => {
    const limits = new KeyLimits();
    const calls = 2 * KEY_LIMITS.key.burst;
    for (let call = 0; call < calls; call++) taken(limits, 1, from(`198.51.${call % 100}.1`, 'ada'));
    expect(taken(limits, 10, from('192.0.2.3', 'grace'))).toBe(10);
  });

  it('has an allowance for the key, whichever addresses and users the calls are about', () => {
    const limits = new KeyLimits();
    const calls = 10 * KEY_LIMITS.key.burst;
    let count = 0;
    for (let call = 0; call < calls; call++)
      count += taken(limits, 1, from(`10.0.${call >> 8}.${call & 255}`, `user-${call}`));
    expect(count).toBeGreaterThanOrEqual(KEY_LIMITS.key.burst);
    expect(count).toBeLessThan(calls);
    const another = { ...from('192.0.2.1', 'ada'), caller: { keyId: 'k2', workspaceId: 1 } } as FastifyRequest;
    expect(taken(limits, 10, another)).toBe(10);
  });

  it('counts an address that is none as the one it came from', () => {
    const limits = new KeyLimits();
    const forged = (ip: string) => ({ ...from(ip), socket: { remoteAddress: '192.0.2.9' } }) as FastifyRequest;
    let count = 0;
    for (let call = 0; call < 4 * KEY_LIMITS.address.burst; call++) count += taken(limits, 1, forged(`forged ${call}`));
    expect(count).toBeLessThan(3 * KEY_LIMITS.address.burst);
  });

  it('has one allowance for a user, whether or not the route names them', () => {
    const limits = new KeyLimits();
    const take = () => limits.takeUser({ level: 'key', workspaceId: 1 }, 'ada');
    for (let call = 0; call < KEY_LIMITS.user.burst; call++) take();
    const again = KEY_LIMITS.user.burst;
    expect(taken(limits, again, from('192.0.2.1', 'ada'))).toBeLessThan(again);
    expect(taken(limits, 5, from('192.0.2.1', 'grace'))).toBe(5);
    const takeMany = (level: 'key' | 'full') => {
      for (let call = 0; call < 2 * KEY_LIMITS.user.burst; call++) limits.takeUser({ level, workspaceId: 1 }, 'ada');
    };
    expect(() => takeMany('key')).toThrow(RateLimitedError);
    expect(() => takeMany('full')).not.toThrow();
  });

  it('counts IPv6 by /64', () => {
    const limits = new KeyLimits();
    const calls = KEY_LIMITS.address.burst;
    expect(taken(limits, calls, from('2001:db8::1'))).toBe(calls);
    expect(taken(limits, calls, from('2001:db8::2'))).toBeLessThan(calls / 2);
    expect(taken(limits, 10, from('2001:db8:0:1::1'))).toBe(10);
  });
});
