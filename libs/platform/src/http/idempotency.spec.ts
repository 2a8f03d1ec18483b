import { describe, expect, it } from '@jest/globals';
import { InvalidIdempotencyKeyError } from '@dundun/domain';
import fc from 'fast-check';
import { canonicalJson, readIdempotencyKey } from './idempotency.js';

describe('readIdempotencyKey', () => {
  it.each([
    ['abc', 'abc'],
    ['"abc"', 'abc'],
    ['"a b"', null],
    ['"a\\"b"', 'a"b'],
    [' abc ', 'abc'],
    ['', null],
    ['""', null],
    ['a b', null],
    ['é', null],
    ['x'.repeat(255), 'x'.repeat(255)],
    ['x'.repeat(256), null],
  ])('reads %j as %j', (header, key) => {
    if (key === null) expect(() => readIdempotencyKey(header)).toThrow(InvalidIdempotencyKeyError);
    else expect(readIdempotencyKey(header)).toBe(key);
  });
});

describe('canonicalJson', () => {
  it('is equal for every order of keys, and only for equal values', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const value = JSON.parse(text) as unknown;
        expect(canonicalJson(shuffled(value))).toBe(canonicalJson(value));
        expect(JSON.parse(canonicalJson(value))).toEqual(value);
      }),
    );
  });
});

function shuffled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shuffled);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, item]) => [key, shuffled(item)]),
  );
}
