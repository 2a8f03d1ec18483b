import { describe, expect, it } from '@jest/globals';
import { isMeta, isProperties } from '@dundun/domain';
import fc from 'fast-check';
import { majorUnits } from './money.js';
import { storableEffect } from './storable-fields.js';

const storable = (effect: Parameters<typeof storableEffect>[0]) => {
  const notices: string[] = [];
  return { ...storableEffect(effect, (notice) => notices.push(notice)), notices };
};

describe('an effect in a form that can be stored', () => {
  it('is left as it is when it can be', () => {
    const effect = { person: { uid: 'u-1' }, fields: { email: null, meta: { plan: 'pro' } }, event: { name: 'Paid' } };
    expect(storable(effect)).toEqual({ ...effect, notices: [] });
  });

  it('loses what is no address or number, with a notice each', () => {
    const { person, fields, notices } = storable({ person: { email: 'x', number: 'y' }, fields: { email: 'z' } });
    expect([person, fields]).toEqual([{}, {}]);
    expect(notices).toHaveLength(3);
  });

  it('holds no more properties than an event may have, and cuts its name', () => {
    const properties = Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`p${index}`, index]));
    const { event, notices } = storable({ person: {}, event: { name: '🥁'.repeat(300), properties } });
    expect(Object.keys(event?.properties ?? {})).toHaveLength(300);
    expect([...(event?.name ?? '')]).toHaveLength(255);
    expect(notices).toHaveLength(101);
  });

  it('makes text of what is nested too deep', () => {
    const properties = { a: { b: { c: { d: { e: { f: 1 } } } } } };
    expect(storable({ person: {}, event: { name: 'x', properties } }).event?.properties).toEqual({
      a: { b: { c: { d: { e: '{"f":1}' } } } },
    });
  });

  it('can be stored, whatever a sender says', () => {
    const anything = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 8 }));
    const check = fc.property(anything, (given) => {
      const { fields, event } = storable({
        person: {},
        fields: { meta: given },
        event: { name: 'x', properties: given },
      });
      expect(isMeta(fields.meta)).toBe(true);
      expect(isProperties(event?.properties)).toBe(true);
    });
    fc.assert(check, { numRuns: 300 });
  });
});

describe('amounts in major units', () => {
  it.each([
    [1999, 'usd', 19.99],
    ['1999', 'EUR', 19.99],
    [500, 'JPY', 500],
    [1234, 'KWD', 1.234],
    [-250, 'NGN', -2.5],
    [0, 'USD', 0],
    [1.5, 'USD', undefined],
    [null, 'USD', undefined],
    ['19.99', 'USD', undefined],
    [100, 'dollars', undefined],
    [100, undefined, undefined],
  ])('%p %p is %p', (minor, currency, major) => expect(majorUnits(minor, currency)).toBe(major));

  it('follow a sender that departs from the standard', () => {
    expect(majorUnits(500, 'ISK', { ISK: 2 })).toBe(5);
  });
});
