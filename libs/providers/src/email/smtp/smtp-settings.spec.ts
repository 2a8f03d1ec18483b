import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { mustEncrypt, smtpSettings } from './smtp-settings.js';

const complaint = (input: unknown) => smtpSettings.safeParse(input).error?.message ?? '';

describe('smtpSettings', () => {
  it.each([
    ['smtp://mail.test', { host: 'mail.test', port: 587, secure: false, tls: 'auto' }],
    ['smtp://mail.test:2525?tls=none', { host: 'mail.test', port: 2525, secure: false, tls: 'none' }],
    ['smtps://mail.test', { host: 'mail.test', port: 465, secure: true }],
    ['smtp://mail.test:465', { port: 465, secure: true }],
    ['smtp://me%40x.test:p%3Aa%2Fss@mail.test', { user: 'me@x.test', pass: 'p:a/ss' }],
    ['smtp://[::1]:25', { host: '::1', port: 25 }],
    [' smtp://mail.test ', { host: 'mail.test' }],
    [{ url: 'smtps://me:x@mail.test' }, { host: 'mail.test', user: 'me', pass: 'x', secure: true }],
    [{ host: 'mail.test' }, { host: 'mail.test', port: 587, secure: false, tls: 'auto' }],
    [
      { host: 'mail.test', port: '465' },
      { port: 465, secure: true },
    ],
    [
      { host: 'mail.test', port: 2525, secure: true, tls: 'insecure' },
      { port: 2525, secure: true, tls: 'insecure' },
    ],
  ])('reads %j', (input, expected) => {
    expect(smtpSettings.parse(input)).toMatchObject(expected);
  });

  it.each([
    'mail.test',
    'http://mail.test',
    'smtp://',
    'smtp://mail.test:99999',
    'smtp://me:%ZZ@mail.test',
    'smtp://mail.test?tls=maybe',
    { url: 'ftp://x' },
    { host: '' },
    { host: 'mail.test', port: 0 },
    {},
    null,
  ])('refuses %j', (input) => {
    expect(smtpSettings.safeParse(input).success).toBe(false);
  });

  it.each<[unknown, string, string]>([
    [{}, 'host', 'The host is missing'],
    [{ host: 1 }, 'host', 'The host is missing'],
    [{ host: ' ' }, 'host', 'The host is missing'],
    [{ host: 'mail.test', port: 'abc' }, 'port', 'The port must be a whole number from 1 to 65535'],
    [{ host: 'mail.test', port: 70_000 }, 'port', 'The port must be a whole number from 1 to 65535'],
    [{ host: 'mail.test', port: 1.5 }, 'port', 'The port must be a whole number from 1 to 65535'],
    [{ host: 'mail.test', port: true }, 'port', 'The port must be a whole number from 1 to 65535'],
    [{ host: 'mail.test', port: [25] }, 'port', 'The port must be a whole number from 1 to 65535'],
    [{ host: 'mail.test', tls: 'maybe' }, 'tls', 'tls must be auto, required, none or insecure'],
    [{ host: 'mail.test', secure: 'yes' }, 'secure', 'secure must be true or false'],
    [{ host: 'mail.test', user: 1 }, 'user', 'The user name must be a text'],
    [{ host: 'mail.test', pass: {} }, 'pass', 'The password must be a text'],
    [{ url: 'http://mail.test' }, 'url', 'The URL must begin with smtp:// or smtps://'],
    [{ url: 'smtp://mail.test?tls=maybe' }, 'url', 'tls must be auto, required, none or insecure'],
    [{ url: 1 }, 'url', 'Not a URL of the form smtp://user:pass@host:port'],
    [{ url: 'smtp://a', host: 'b' }, 'host', 'Already part of the URL'],
    ['mail.test', '', 'Not a URL of the form smtp://user:pass@host:port'],
  ])('names the invalid field of %j and the mistake in it', (input, field, message) => {
    const { issues } = smtpSettings.safeParse(input).error!;
    expect(issues.map((issue) => [issue.path.join('.'), issue.message])).toEqual([[field, message]]);
  });

  it('describes its four forms in JSON Schema', () => {
    expect(z.toJSONSchema(smtpSettings, { io: 'input', unrepresentable: 'any' })).toMatchObject({
      anyOf: [
        { type: 'string' },
        { properties: { url: { type: 'string' } }, required: ['url'] },
        { properties: { port: { type: 'integer', maximum: 65_535 }, tls: { default: 'auto' } }, required: ['host'] },
        { properties: { tokenUrl: { type: 'string' } }, required: ['tokenUrl', 'clientId', 'user'] },
      ],
    });
  });

  it('explains an invalid URL without repeating the password', () => {
    expect(complaint('http://me:secret@mail.test')).toContain('must begin with smtp://');
    expect(complaint('http://me:secret@mail.test')).not.toContain('secret');
    expect(complaint({ url: 'http://me:secret@mail.test' })).not.toContain('secret');
  });
});

describe('mustEncrypt', () => {
  it.each([
    ['smtp://me:x@mail.test', true],
    ['smtp://mail.test', false],
    ['smtp://me:x@127.0.0.1', false],
    ['smtp://me:x@localhost', false],
    ['smtp://me:x@[::1]', false],
    ['smtp://me:x@mail.test?tls=none', false],
    ['smtp://me:x@mail.test?tls=insecure', true],
    ['smtp://127.0.0.1?tls=required', true],
    ['smtps://mail.test', true],
  ])('%s: %s', (url, expected) => {
    expect(mustEncrypt(smtpSettings.parse(url))).toBe(expected);
  });
});
