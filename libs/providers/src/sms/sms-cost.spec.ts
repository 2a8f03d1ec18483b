import { describe, expect, it } from '@jest/globals';
import { smsCost } from './sms-cost.js';

describe('smsCost', () => {
  it.each([
    ['3.9', undefined, { amount: '3.9', currency: null }],
    [2, undefined, { amount: '2', currency: null }],
    [' 0.0075 ', 'usd', { amount: '0.0075', currency: 'USD' }],
    ['0', 'NGN', { amount: '0', currency: 'NGN' }],
    ['1.5', 'naira', { amount: '1.5', currency: null }],
  ])('reads %p in %p as %p', (amount, currency, cost) => {
    expect(smsCost(amount, currency)).toEqual(cost);
  });

  it.each(['', 'free', '1,50', '-1', '1e9', '9'.repeat(13), NaN, Infinity, null, undefined, {}, ['1']])(
    'returns undefined for %p',
    (amount) => {
      expect(smsCost(amount, 'USD')).toBeUndefined();
    },
  );
});
