import { describe, expect, it } from '@jest/globals';
import { MalformedBodyError } from '@dundun/domain';
import { parseJson } from './json-body.js';

function refusalOf(text: string): MalformedBodyError {
  try {
    parseJson(text);
  } catch (error) {
    return error as MalformedBodyError;
  }
  throw new Error('it was taken');
}

describe('parseJson', () => {
  it.each([
    ['no body', '', undefined],
    ['white space', ' \n', undefined],
    ['an object', '{"a":[1,"é",true,null]}', { a: [1, 'é', true, null] }],
    ['a constructor key', '{"constructor":1}', { constructor: 1 }],
    ['the last of two keys', '{"a":1,"a":2}', { a: 2 }],
    ['a long text with JSON characters', `"${'{},\\"[\\\\'.repeat(400_000)}"`, '{},"[\\'.repeat(400_000)],
  ])('parses %s', (_, text, value) => {
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

  it.each([
    ['{"title":"x\\u0000"}', 'title', 'must not have a NUL character, which cannot be stored'],
    [
      '{"a":{"b":[1,{"c":"\\ud800"}]}}',
      'a.b.1.c',
      'must not have half of a surrogate pair, which is not valid Unicode',
    ],
    ['{"a":{"b\\u0000":1}}', 'a', 'must not have a key with a NUL character, which cannot be stored'],
    ['{"meta":{"__proto__":1}}', 'meta', 'must not have the key __proto__'],
    ['{"value":[1e400]}', 'value.0', 'must not be too large for a double'],
    ['"\\u0000"', 'body', 'must not have a NUL character, which cannot be stored'],
  ])('names the field and the rule of %s', (text, field, message) => {
    expect(refusalOf(text)).toMatchObject({
      message: `The body cannot be read: ${field} ${message}.`,
      fields: [{ field, message }],
    });
  });

  it('shortens long field names and reveals no values', () => {
    const long = 'k'.repeat(90_000);
    expect(refusalOf(`{"${long}":"private\\u0000"}`).message.length).toBeLessThan(300);
    const deep = `${`{"${long.slice(0, 50)}":`.repeat(30)}"private\\u0000"${'}'.repeat(30)}`;
    expect(refusalOf(deep).message.length).toBeLessThan(400);
    expect(JSON.stringify([refusalOf(deep).message, refusalOf(deep).fields])).not.toContain('private');
  });

  it('accepts the maximum nesting', () => {
    expect(parseJson(`${'['.repeat(64)}${']'.repeat(64)}`)).toBeDefined();
  });
});
