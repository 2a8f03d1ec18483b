import { expect, it } from '@jest/globals';
import { isJsonObject, isStorableObject, JSON_DEPTH } from './json.js';

const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);

it('distinguishes an object from a list and from null', () => {
  expect([{}, Object.create(null), [], null, 'x', undefined].map(isJsonObject)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});

it.each<unknown>([{}, { a: [1, { b: null }, 'x', true], '': 1, constructor: 2 }, { a: nested(JSON_DEPTH - 1) }])(
  'stores example %#',
  (value) => expect(isStorableObject(value)).toBe(true),
);

it.each<unknown>([
  [],
  { a: '\0' },
  { a: ['\ud83d'] },
  { '\0': 1 },
  { a: Infinity },
  { a: undefined },
  { a: nested(JSON_DEPTH) },
])('refuses example %#', (value) => expect(isStorableObject(value)).toBe(false));

it('refuses a __proto__ key', () => {
  expect(isStorableObject(JSON.parse('{"a":{"__proto__":{"b":1}}}'))).toBe(false);
});
