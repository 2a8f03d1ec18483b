import { describe, expect, it } from '@jest/globals';
import { parseBasic } from './basic-credentials.js';

const basic = (text: string | Buffer) => `Basic ${Buffer.from(text as string).toString('base64')}`;

describe('an Authorization header', () => {
  it.each([
    ['key and secret', basic('dk_1:ds_1'), 'dk_1', 'ds_1'],
    ['the key alone', basic('dk_1:'), 'dk_1', ''],
    ['a secret with colons: the first one ends the key', basic('dk_1:a:b:'), 'dk_1', 'a:b:'],
    ['unicode', basic('schlüssel:пароль 🔑'), 'schlüssel', 'пароль 🔑'],
    ['spaces, which are kept', basic(' k : s '), ' k ', ' s '],
    ['a byte order mark, which is kept', basic('\ufeffk:s'), '\ufeffk', 's'],
    ['another case of the scheme', basic('k:s').replace('Basic', 'bASIC'), 'k', 's'],
    ['more than one space', basic('k:s').replace(' ', '   '), 'k', 's'],
    ['base64 without padding', basic('k:secret').replace(/=/g, ''), 'k', 'secret'],
    [
      'the longest key and secret that can be stored',
      basic(`${'€'.repeat(255)}:${'€'.repeat(255)}`),
      '€'.repeat(255),
      '€'.repeat(255),
    ],
  ])('is parsed: %s', (_, header, key, secret) => {
    expect(parseBasic(header)).toEqual({ key, secret });
  });

  it.each([
    ['nothing', ''],
    ['another scheme', 'Bearer abc'],
    ['no credentials', 'Basic '],
    ['no base64', 'Basic dk_1:ds_1'],
    ['base64 and more', `${basic('k:s')},x`],
    ['no colon', basic('dk_1')],
    ['no key', basic(':ds_1')],
    ['invalid UTF-8', basic(Buffer.from([0x6b, 0xff, 0x3a, 0x73]))],
    ['NUL', basic('k\0:s')],
    ['NUL in the secret', basic('k:s\0')],
    ['a key that is too long', basic(`${'k'.repeat(256)}:s`)],
    ['20 KB', basic(`k:${'s'.repeat(20_000)}`)],
    ['20 KB of scheme', `${'Basic '.repeat(4_000)}`],
  ])('is malformed: %s', (_, header) => {
    expect(parseBasic(header)).toBeNull();
  });
});
