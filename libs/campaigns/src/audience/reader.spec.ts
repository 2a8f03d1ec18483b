import { describe, expect, it } from '@jest/globals';
import { missingValues, variablesOf, type Reader } from './reader.js';

const aReader = (over: Partial<Reader> = {}): Reader => ({
  ...{ uid: 'u', email: 'ada@example.com', number: null, first_name: null, last_name: null, meta: null },
  ...over,
});

describe('the variables of a reader', () => {
  it('are own fields over attributes, without what is unknown', () => {
    const meta = { email: 'old@example.com', city: 'Rome', plan: null };
    expect(variablesOf(aReader({ meta }))).toEqual({ uid: 'u', email: 'ada@example.com', city: 'Rome' });
  });

  it('are counted where people lack them, the one that most lack first', () => {
    const readers = [
      aReader({ first_name: 'Ada', meta: { plan: { name: 'pro', seats: [1] }, 'a b': 1 } }),
      aReader({ meta: { plan: { name: '', seats: [] } } }),
      aReader({ first_name: '', meta: { plan: 'free' } }),
    ];
    const names = ['first_name', 'plan.name', 'plan.seats[0]', '["a b"]', "plan['name']", 'email', 'unsubscribe_url'];
    expect(missingValues(names, readers)).toEqual([
      { name: 'plan.seats[0]', count: 2 },
      { name: '["a b"]', count: 2 },
      { name: 'first_name', count: 1 },
      { name: 'plan.name', count: 1 },
      { name: "plan['name']", count: 1 },
    ]);
  });

  it('are not those that every object has', () => {
    expect(missingValues(['constructor', 'meta.toString'], [aReader()])).toHaveLength(2);
  });
});
