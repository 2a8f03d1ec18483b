import { describe, expect, it } from '@jest/globals';
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

  it('says what is wrong without repeating the password', () => {
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
