import { expect, it } from '@jest/globals';
import { EMAIL_RETRY, mayRetry, retryDelay, SMS_RETRY } from './backoff.js';

const policy = { base: 1000, cap: 60_000, maxAttempts: 3, maxAge: 5000 };

it('doubles the upper bound of the wait up to the cap', () => {
  const longest = [1, 2, 3, 4, 7, 100].map((attempt) => retryDelay(attempt, policy, () => 1));
  expect(longest).toEqual([1000, 2000, 4000, 8000, 60_000, 60_000]);
});

it('spreads waits over the whole range', () => {
  expect([0, 0.5, 0.999].map((random) => retryDelay(2, policy, () => random))).toEqual([0, 1000, 1998]);
});

it('ends retries by number of attempts or by age', () => {
  expect([mayRetry(2, 4999, policy), mayRetry(3, 0, policy), mayRetry(1, 5000, policy)]).toEqual([true, false, false]);
});

it('gives up on an SMS long before an email', () => {
  expect(SMS_RETRY.maxAge).toBeLessThan(EMAIL_RETRY.maxAge);
});
