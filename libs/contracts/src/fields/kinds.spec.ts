import { describe, expect, it } from '@jest/globals';
import { IsInt } from 'class-validator';
import { faultsOf } from '../testing.js';
import { field } from './field.js';
import { JsonMap, JsonMapList, MetaMap, PropertiesMap } from './objects.js';
import { AddressList, DigitsPhone, OneOrManyAddresses, Phone } from './reach.js';
import { Bool, Int, ScalarValue, Timestamp } from './scalar.js';
import { TextList } from './text.js';

const description = 'A field.';

/** Kinds without an equal in class-validator, which runs their predicates, so these examples check them. */
const KINDS: [name: string, decorator: PropertyDecorator, right: unknown[], wrong: unknown[]][] = [
  [
    'Phone',
    Phone({ description }),
    ['2348012345678', '+234 801-234-5678', 2348012345678, '1234567', '123456789012345'],
    ['123456', '1234567890123456', '+', 'call me', '0801234567', 1.5, -2348012345678, true, {}, ['2348012345678']],
  ],
  [
    'DigitsPhone',
    DigitsPhone({ description }),
    ['2348012345678', 2348012345678, '1234567', '123456789012345'],
    ['+2348012345678', '234 8012345678', '234-8012345678', '0801234567', '123456', '1234567890123456', 1.5, [], null],
  ],
  [
    'AddressList',
    AddressList({ description }),
    [[], ['ada@example.com'], ['ada@example.com', 'Bob <bob@example.com>'], Array(1_000).fill('ada@example.com')],
    ['ada@example.com', ['ada'], [null], Array(1_001).fill('ada@example.com'), many(101), { 0: 'ada@example.com' }],
  ],
  [
    'OneOrManyAddresses',
    OneOrManyAddresses({ description }),
    ['ada@example.com', ['ada@example.com'], many(100), [...many(100), 'P1@EXAMPLE.com']],
    ['ada', [], ['ada'], many(101), 5, {}],
  ],
  [
    'Timestamp',
    Timestamp({ description }),
    ['2026-11-20', '2026-11-20T09:30:00Z', '2026-11-20T09:30:00.123+01:00', 1_700_000_000_000],
    [
      '',
      'today',
      '2026-13-01',
      '2026-02-30T00:00:00Z',
      '09:30',
      0,
      1_700_000_000,
      '1700000000',
      1.5,
      Infinity,
      true,
      {},
    ],
  ],
  [
    'Bool that is lenient',
    Bool({ description, lenient: true }),
    [true, false, 'true', 'false'],
    ['TRUE', 'yes', '', 0, 1, null, [], [true]],
  ],
  [
    'Int as text',
    Int({ description, min: 1, max: 30, text: true }),
    [1, 30, '1', '30', '007'],
    [0, 31, 1.5, '', '0', '31', '1.5', '1e1', ' 1', '+1', true, null, [1]],
  ],
  ['ScalarValue', ScalarValue({ description }), ['', 'text', 0, -1.5, true, false], [null, [], {}, NaN, Infinity]],
  [
    'TextList with holes',
    TextList({ description, min: 1, max: 3, most: 2, holes: true }),
    [[], [null], ['a', null], ['abc', '😀😀😀']],
    ['a', [''], ['abcd'], ['a', 'b', 'c'], [5], ['a\nb'], ['a\0'], ['\ud83d']],
  ],
  [
    'MetaMap',
    MetaMap({ description }),
    [{}, { plan: 'pro', seats: 5, beta: true, note: null }, named(300)],
    [null, [], 'text', { a: {} }, { a: [] }, { a: '\0' }, { '': 1 }, { ['x'.repeat(151)]: 1 }, named(301)],
  ],
  [
    'PropertiesMap',
    PropertiesMap({ description }),
    [{}, { a: 'x', b: [1, 'y'], c: { d: { e: { f: 1 } } } }, named(300)],
    [null, [], 'text', { a: '\ud83d' }, { a: { b: { c: { d: { e: { f: { g: 1 } } } } } } }, named(301)],
  ],
  [
    'JsonMap',
    JsonMap({ description }),
    [{}, { a: [1, null, { b: 'x' }] }, nested(31)],
    [null, [], 'text', 5, { a: 'x\0' }, { 'x\0': 1 }, { a: NaN }, nested(32)],
  ],
  [
    'JsonMapList',
    JsonMapList({ description, most: 2 }),
    [[{}], [{ a: 1 }, { b: 2 }]],
    [[], [{}, {}, {}], [null], ['x'], [[]], [{ a: '\0' }], {}, null],
  ],
];

function many(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `p${index}@example.com`);
}

function named(count: number): Record<string, number> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, index]));
}

function nested(depth: number): object {
  return depth === 0 ? {} : { a: nested(depth - 1) };
}

describe.each(KINDS)('%s', (_, decorator, right, wrong) => {
  class Sample {
    value?: unknown;
  }
  decorator(Sample.prototype, 'value');

  it.each(right.map((value) => [value]))('accepts %j', (value) => expect(faultsOf(Sample, { value })).toEqual({}));

  it.each(wrong.map((value) => [value]))('refuses %j', (value) =>
    expect(Object.keys(faultsOf(Sample, { value }))).toEqual(['value']),
  );
});

it("class-validator judges by its own decorators where a kind has them, not by the kind's predicate", () => {
  class Sample {
    value?: unknown;
  }
  const message = 'must be a whole number';
  const blind = { name: 'blind', message, test: () => true, schema: {} };
  field({ ...blind, decorators: (said) => [IsInt(said)] }, { description })(Sample.prototype, 'value');
  expect(faultsOf(Sample, { value: 'x' })).toEqual({ value: message });
});
