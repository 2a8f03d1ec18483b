import { describe, expect, it } from '@jest/globals';
import { NIL } from 'uuid';
import { deltasOf, type PersonConversion } from './tally.js';

const conversion = (event: string, given: Partial<PersonConversion> = {}): PersonConversion => ({
  ...{
    event,
    person: 'p',
    owner: 'a',
    goal: 'g',
    message: 'm',
    content: 'c',
    clicked: new Date(0),
    at: new Date(0),
    amount: '1.500000',
  },
  ...{ currency: 'EUR', order: null, counts: true },
  ...given,
});
const short = (...change: Parameters<typeof deltasOf>) =>
  deltasOf(...change).map(({ content, what, currency, by }) => `${content === NIL ? 'all' : content} ${what} ${currency} ${by}`); // prettier-ignore

describe('numbers', () => {
  it('count a person once, and add up amounts of a currency', () =>
    expect(short([], [conversion('e'), conversion('f', { amount: '-0.250000', counts: false }), conversion('g', { currency: 'NGN', content: 'd' })])).toEqual([
      'all conversions  2',
      'all people  1',
      'all revenue EUR 1.250000',
      'all revenue NGN 1.500000',
      'c conversions  1',
      'c people  1',
      'c revenue EUR 1.250000',
      'd conversions  1',
      'd people  1',
      'd revenue NGN 1.500000',
    ])); // prettier-ignore

  it('change by what changed alone', () => {
    expect(short([conversion('e')], [conversion('e')])).toEqual([]);
    expect(short([conversion('e'), conversion('f')], [conversion('e')])).toEqual([
      'all conversions  -1',
      'all revenue EUR -1.500000',
      'c conversions  -1',
      'c revenue EUR -1.500000',
    ]);
  });
});
