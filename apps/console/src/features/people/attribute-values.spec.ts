import { expect, it } from '@jest/globals';
import { isPlain, kindOf, textOf, valueOf } from './attribute-values';

it('keeps the kind of a value through the form', () => {
  for (const value of ['', 'pro', '12', 12.5, -1, true, false])
    expect(valueOf(textOf(value), kindOf(value))).toBe(value);
});

it('takes no text for a number', () => {
  expect(['', ' ', 'twelve', 'Infinity', '1e999'].map((text) => valueOf(text, 'number'))).toEqual(
    Array(5).fill(undefined),
  );
  expect(valueOf('12,5', 'number')).toBe(12.5);
});

it('shows lists and objects, and leaves them to the API', () => {
  expect([isPlain(['a']), isPlain({ a: 1 }), isPlain(null), isPlain('a')]).toEqual([false, false, true, true]);
  expect(textOf({ a: [1] })).toBe('{"a":[1]}');
});
