import { describe, expect, it } from '@jest/globals';
import { EMPTY_TEST, pairsOf, requestOf } from './test-person';

describe('the fields of a test', () => {
  it('are attributes a line each, with numbers and truths as they look', () => {
    const text = 'plan = pro\n orders=3\nrate = -1.5\nvip = true\nzip = 01099\nnote = a = b\n\nnothing\n= none';
    expect(pairsOf(text)).toEqual({ plan: 'pro', orders: 3, rate: -1.5, vip: true, zip: '01099', note: 'a = b' });
  });

  it('name a person by the choice or by what was typed, or somebody made up', () => {
    const flags = { calls: false, clicks: false };
    expect(requestOf({ ...EMPTY_TEST, typed: 'ada@example.com', uid: 'u-1' })).toEqual({ uid: 'u-1', ...flags });
    expect(requestOf({ ...EMPTY_TEST, typed: ' u-2 ' })).toEqual({ uid: 'u-2', ...flags });
    expect(requestOf({ ...EMPTY_TEST, who: 'madeUp', entry: 'a = 1', email: ' a@example.com ' })).toEqual({
      ...{ person: { first_name: 'Ada' }, entry: { a: 1 }, email: 'a@example.com' },
      ...flags,
    });
  });
});
