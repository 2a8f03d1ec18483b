import { describe, expect, it } from '@jest/globals';
import { isMeta, isPropertyName, isProperties, isScalar } from './event.js';

const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) });
const wide = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, index]));

it.each(['', 'text', 0, -1.5, true, false])('%j is a scalar', (value) => expect(isScalar(value)).toBe(true));
it.each([null, undefined, NaN, Infinity, {}, [], 'nul\0', '\ud83d'])('%j is not a scalar', (value) =>
  expect(isScalar(value)).toBe(false),
);

it.each([
  ['a', true],
  ['constructor', true],
  ['x'.repeat(150), true],
  ['x'.repeat(151), false],
  ['é'.repeat(75), true],
  ['é'.repeat(76), false],
  ['€'.repeat(50), true],
  ['€'.repeat(51), false],
  ['', false],
  ['__proto__', false],
  ['nul\0', false],
])('accepts %j as a name: %s', (name, expected) => expect(isPropertyName(name)).toBe(expected));

describe('isProperties', () => {
  it.each([{}, { a: 1, b: 'x', c: true, d: null, e: [1, { f: 2 }] }, nested(5), wide(300)])(
    'accepts example %#',
    (value) => expect(isProperties(value)).toBe(true),
  );

  it.each([
    null,
    [],
    'text',
    { a: undefined },
    { a: NaN },
    { a: 'nul\0' },
    { a: { '\ud83d': 1 } },
    { ['x'.repeat(151)]: 1 },
    JSON.parse('{"a":{"__proto__":1}}'),
    nested(6),
    { a: [[[[[1]]]]] },
    wide(301),
    { a: wide(301) },
    nested(100_000 / 20),
  ])('refuses example %#', (value) => expect(isProperties(value)).toBe(false));
});

describe('isMeta', () => {
  it.each([{}, { plan: 'pro', seats: 3, trial: false, gone: null }, wide(300)])('accepts example %#', (value) =>
    expect(isMeta(value)).toBe(true),
  );
  it.each([null, [], { a: {} }, { a: [] }, { a: '\0' }, wide(301)])('refuses example %#', (value) =>
    expect(isMeta(value)).toBe(false),
  );
});
