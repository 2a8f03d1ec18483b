import { describe, expect, it } from '@jest/globals';
import { MalformedBodyError } from '@dundun/domain';
import { parseJson } from './json-body.js';

describe('parseJson', () => {
  it.each([
    ['no body', '', undefined],
    ['white space', ' \n', undefined],
    ['an object', '{"a":[1,"é",true,null]}', { a: [1, 'é', true, null] }],
    ['a constructor key', '{"constructor":1}', { constructor: 1 }],
    ['the last of two keys', '{"a":1,"a":2}', { a: 2 }],
  ])('takes %s', (_, text, value) => {
    expect(parseJson(text)).toEqual(value);
  });

  it.each([
    ['half an object', '{"a":'],
    ['a NUL', '{"a":"x\\u0000"}'],
    ['a NUL in a key', '{"a\\u0000":1}'],
    ['half a surrogate pair', '{"a":"\\ud800"}'],
    ['a number beyond double', '{"a":1e400}'],
    ['__proto__', '{"__proto__":{"a":1}}'],
    ['ten thousand levels', `${'['.repeat(10_000)}${']'.repeat(10_000)}`],
    ['NaN', '{"a":NaN}'],
  ])('refuses %s', (_, text) => {
    expect(() => parseJson(text)).toThrow(MalformedBodyError);
  });

  it('allows what is nested just deep enough', () => {
    expect(parseJson(`${'['.repeat(64)}${']'.repeat(64)}`)).toBeDefined();
  });
});
