import { describe, expect, it } from '@jest/globals';
import { asksForLessMail } from './rate-deferral.js';

describe('asksForLessMail', () => {
  it.each([
    ['421 4.7.28 Our system has detected an unusual rate of unsolicited mail', true],
    ['421-4.7.0 [TSS04] Messages temporarily deferred due to user complaints', true],
    ['421 RP-001 The mail server IP connecting has exceeded the rate limit', true],
    ['smtp; 451 4.7.650 The mail server has been temporarily rate limited', true],
    ['host mx.example.com said: 421 Too many messages', true],
    ['450 4.2.1 The user is receiving mail too quickly', false],
    ['451 4.7.1 Greylisted, please try again', false],
    ['450 4.2.0 <a@b.test>: Recipient address rejected: Graylisting', false],
    ['421 4.3.2 Service shutting down', false],
    ['421 4.4.2 Timeout', false],
    ['550 5.7.1 Blocked', false],
    ['queued as 421A', false],
    ['1.4.7.28 is our version', false],
    ['', false],
  ])('of %j is %j', (text, expected) => {
    expect(asksForLessMail(text)).toBe(expected);
  });
});
