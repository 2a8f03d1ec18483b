import { describe, expect, it } from '@jest/globals';
import { base64, newId } from './text.js';

describe('base64', () => {
  it.each(['', 'a', 'ab', 'abc', 'abcd', 'dk_test:', 'any text, äß & more:', '☃👋', '\0\xff~'])(
    'encodes the UTF-8 of %j',
    (text) => {
      expect(base64(text)).toBe(Buffer.from(text).toString('base64'));
    },
  );
});

describe('newId', () => {
  it('has 128 random bits', () => {
    const ids = Array.from({ length: 1_000 }, newId);
    expect(new Set(ids).size).toBe(1_000);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/);
  });
});
