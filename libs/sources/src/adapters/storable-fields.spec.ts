import { describe, expect, it } from '@jest/globals';
import { isMeta, isProperties } from '@dundun/domain';
import { runs } from '@dundun/testing/repetitions';
import fc from 'fast-check';
import { mapByTable } from './billing/billing-table.js';
import { majorUnits } from './money.js';
import { noteIn, shortened } from '../mapping/source-words.js';
import { flattened, storableEffect } from './storable-fields.js';
import { cut, storableText } from './storable-text.js';
import { mappedBy } from './webhook-result.js';

const storable = (effect: Parameters<typeof storableEffect>[0]) => {
  const notices: string[] = [];
  return { ...storableEffect(effect, (notice) => notices.push(notice)), notices };
};

describe('storableEffect', () => {
  it('leaves a valid effect unchanged', () => {
    const effect = { person: { uid: 'u-1' }, fields: { email: null, meta: { plan: 'pro' } }, event: { name: 'Paid' } };
    expect(storable(effect)).toEqual({ ...effect, notices: [] });
  });

  it('drops an invalid email and number, each with a notice', () => {
    const { person, fields, notices } = storable({ person: { email: 'x', number: 'y' }, fields: { email: 'z' } });
    expect([person, fields]).toEqual([{}, {}]);
    expect(notices).toHaveLength(3);
  });

  it('limits the number of properties and shortens the event name', () => {
    const properties = Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`p${index}`, index]));
    const { event, notices } = storable({ person: {}, event: { name: '🥁'.repeat(300), properties } });
    expect(Object.keys(event?.properties ?? {})).toHaveLength(300);
    expect([...(event?.name ?? '')]).toHaveLength(255);
    expect(notices).toHaveLength(101);
  });

  it('turns values nested too deeply into JSON text', () => {
    const properties = { a: { b: { c: { d: { e: { f: 1 } } } } } };
    expect(storable({ person: {}, event: { name: 'x', properties } }).event?.properties).toEqual({
      a: { b: { c: { d: { e: '{"f":1}' } } } },
    });
  });

  it('does not flatten an object with an overlong name, which would exhaust the memory', () => {
    const inner = Object.fromEntries(Array.from({ length: 30_000 }, (_, index) => [`n${index}`, 1]));
    const given = { a: { b: 1 }, ['long'.repeat(100_000)]: inner };
    const { fields, notices } = storable({ person: {}, fields: { meta: flattened(given) } });
    expect(fields.meta).toEqual({ a_b: 1 });
    expect(notices).toEqual([expect.stringContaining('a name that cannot be stored')]);
  });

  it('makes any effect storable', () => {
    const long = fc.string({ unit: fc.constantFrom('a', '😀'), minLength: 30, maxLength: 600 });
    const anything = fc.dictionary(fc.oneof(fc.string(), long), fc.jsonValue({ maxDepth: 8 }));
    const check = fc.property(anything, long, (given, text) => {
      const { person, fields, event, notices } = storable({
        person: { external: text },
        fields: { meta: given, firstName: text },
        event: { name: text, properties: given },
      });
      const reasons = [mapByTable(new Map(), { type: text, object: {} }), mappedBy({ ignore: text })];
      const texts = [person.external, fields.firstName, event?.name, ...notices, JSON.stringify(reasons)];
      expect(texts.filter((one) => !one?.isWellFormed())).toEqual([]);
      expect(JSON.stringify(reasons)).not.toContain('\\ud83d');
      expect(isMeta(fields.meta)).toBe(true);
      expect(isProperties(event?.properties)).toBe(true);
    });
    fc.assert(check, runs(100, 10_000));
  });
});

describe('cut and storableText', () => {
  it('cut between characters and replace what PostgreSQL refuses', () => {
    expect([cut('a😀b', 2), cut('😀😀', 1), cut('ab', 5)]).toEqual(['a😀', '😀', 'ab']);
    expect(storableText('a\0\ud83d😀')).toBe('a\ufffd\ufffd😀');
  });
});

describe('the notices of an event', () => {
  it('are limited in number', () => {
    const notices: string[] = [];
    for (let index = 0; index < 60_000; index += 1) noteIn(notices)('one too many');
    expect(notices).toHaveLength(100);
    expect(shortened('é'.repeat(1_000_000))).toBe('é'.repeat(500));
  });
});

describe('majorUnits', () => {
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

  it('applies a sender’s exceptions from ISO 4217', () => {
    expect(majorUnits(500, 'ISK', { ISK: 2 })).toBe(5);
  });
});
