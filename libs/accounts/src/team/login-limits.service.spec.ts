import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { TooManyLoginsError } from '@dundun/domain';
import { LOGIN_LIMITS, LoginLimits } from './login-limits.service.js';

const taken = (limits: LoginLimits, email: string, addresses: string[]) =>
  addresses.filter((address) => {
    try {
      limits.take(email, address);
      return true;
    } catch (error) {
      expect(error).toBeInstanceOf(TooManyLoginsError);
      return false;
    }
  }).length;

const addresses = (count: number) => Array.from({ length: count }, (_, index) => `10.0.${index >> 8}.${index & 255}`);

describe('LoginLimits', () => {
  // Stop the clock, so that no attempt is restored during a test.
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('limits attempts on one account from many addresses, in any case of the email', () => {
    const limits = new LoginLimits();
    expect(taken(limits, 'ada@example.com', addresses(200))).toBe(LOGIN_LIMITS.account.burst);
    expect(taken(limits, 'ADA@Example.com', ['10.9.9.9'])).toBe(0);
    expect(taken(limits, 'grace@example.com', ['10.9.9.9'])).toBe(1);
  });

  it('limits attempts on many accounts from one address', () => {
    const limits = new LoginLimits();
    const made = Array.from({ length: 300 }, (_, index) => taken(limits, `a${index}@example.com`, ['10.0.0.1']));
    expect(made.reduce((sum, one) => sum + one, 0)).toBe(LOGIN_LIMITS.address.burst);
  });

  it('does not count attempts of a limited address against the account', () => {
    const limits = new LoginLimits();
    for (let index = 0; index < 150; index++) taken(limits, `a${index}@example.com`, ['10.0.0.1']);
    taken(limits, 'ada@example.com', Array<string>(50).fill('10.0.0.1'));
    expect(taken(limits, 'ada@example.com', addresses(20).slice(2))).toBe(LOGIN_LIMITS.account.burst);
  });

  it('gives an address that signed in before its own attempts', () => {
    const limits = new LoginLimits();
    limits.take('ada@example.com', '192.0.2.1');
    limits.succeeded('ada@example.com', '192.0.2.1');
    taken(limits, 'ada@example.com', addresses(200));
    expect(taken(limits, 'ada@example.com', ['192.0.2.1'])).toBe(1);
  });

  it('restores the attempts of an address after a success', () => {
    const limits = new LoginLimits();
    for (let round = 0; round < 4; round++) {
      expect(taken(limits, 'ada@example.com', Array<string>(9).fill('192.0.2.1'))).toBe(9);
      limits.succeeded('ada@example.com', '192.0.2.1');
    }
  });
});
