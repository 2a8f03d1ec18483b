import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { codePoints, escapeHtml, hasLength, isHeaderText, isWellFormed, utf8Bytes } from './text.js';

describe('codePoints and hasLength', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['😀', 1],
    ['❤️', 2],
    ['\ud83d', 1],
    ['a😀b', 3],
  ])('counts %j as %d', (text, length) => expect(codePoints(text)).toBe(length));

  it('count the code points of any text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => expect(codePoints(text)).toBe([...text].length)));
  });

  it('compare with both bounds', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 12 });
    fc.assert(
      fc.property(text, fc.nat(8), fc.nat(8), (one, min, more) => {
        const length = [...one].length;
        expect(hasLength(one, min, min + more)).toBe(length >= min && length <= min + more);
      }),
    );
  });

  it.each([
    ['😀'.repeat(64), true],
    ['😀'.repeat(65), false],
    ['❤️'.repeat(32), true],
    ['❤️'.repeat(64), false],
    ['x'.repeat(1_000_000), false],
  ])('count code points, not units', (text, expected) => expect(hasLength(text, 1, 64)).toBe(expected));
});

it.each([
  ['plain', true, true],
  ['tab\tinside', true, true],
  ['pair 😀', true, true],
  ['two\nlines', true, false],
  ['carriage\rreturn', true, false],
  ['next\u0085line', true, false],
  ['nul\0', false, false],
  ['lone \ud83d', false, false],
  ['\udc00 first', false, false],
])('%j is well-formed: %s, valid in a header: %s', (text, wellFormed, header) => {
  expect(isWellFormed(text)).toBe(wellFormed);
  expect(isHeaderText(text)).toBe(header);
});

it('counts bytes in UTF-8', () => {
  expect(['a', 'é', '€', '😀'].map(utf8Bytes)).toEqual([1, 2, 3, 4]);
});

describe('escapeHtml', () => {
  it('keeps text out of the markup, in content and in attributes', () => {
    expect(escapeHtml(`<b title="a&b">it's</b>`)).toBe('&lt;b title=&quot;a&amp;b&quot;&gt;it&#39;s&lt;/b&gt;');
  });
});
