import { describe, expect, it } from '@jest/globals';
import { cpuClock } from '@dundun/testing/cpu-clock';
import { domainOfEmail, emailKey, isEmail, mailboxKey, parseMailAddress } from './email-address.js';

describe('isEmail', () => {
  it.each([
    'ada@example.com',
    'Ada.Lovelace+news@mail.example.co.uk',
    "o'hara@example.com",
    'a@bücher.example',
    '#!$%&*/=?^_`{|}~-@example.com',
    `${'a'.repeat(64)}@example.com`,
  ])('accepts %s', (text) => expect(isEmail(text)).toBe(true));

  it.each([
    '',
    'ada',
    '@example.com',
    'ada@',
    'ada@localhost',
    'ada@@example.com',
    'a@b@example.com',
    'ada @example.com',
    ' ada@example.com',
    '.ada@example.com',
    'ada.@example.com',
    'a..b@example.com',
    'ada@example.com.',
    'ada@example..com',
    'ada@exam_ple.com',
    'ada@127.0.0.1',
    'ada@[127.0.0.1]',
    'ada@example。com',
    'ada@example.com\r\nBcc: eve@example.com',
    'ada@example.com\0',
    '"quoted local"@example.com',
    `${'a'.repeat(65)}@example.com`,
    'björn@example.com',
    `a@${'b'.repeat(60)}.${'c'.repeat(63)}.${'d'.repeat(63)}.${'e'.repeat(63)}.com`,
  ])('refuses %j', (text) => expect(isEmail(text)).toBe(false));

  it('gives all spellings of a mailbox one key', () => {
    expect(emailKey('Ada@Example.COM')).toBe('ada@example.com');
    expect(emailKey('a@BÜCHER.example')).toBe(emailKey('A@xn--bcher-kva.example'));
    expect(emailKey('BJÖRN@Example.com')).toBe('björn@example.com');
    expect(emailKey('Not An Address')).toBe('not an address');
  });

  it('returns the domain of an address', () => {
    expect(domainOfEmail('ada@Mail.Example.com')).toBe('mail.example.com');
    expect(domainOfEmail('ada')).toBeNull();
  });
});

describe('parseMailAddress', () => {
  it.each([
    ['ada@example.com', null, 'ada@example.com'],
    [' <ada@example.com> ', null, 'ada@example.com'],
    ['Ada <ada@example.com>', 'Ada', 'ada@example.com'],
    ['Ada  Lovelace<ada@example.com>', 'Ada  Lovelace', 'ada@example.com'],
    ['"Lovelace, Ada" <ada@example.com>', 'Lovelace, Ada', 'ada@example.com'],
    ['"Ada \\"the first\\"" <ada@example.com>', 'Ada "the first"', 'ada@example.com'],
    ['"" <ada@example.com>', null, 'ada@example.com'],
    ['ada@example.com <ada@example.com>', 'ada@example.com', 'ada@example.com'],
    ['björn@example.com', null, 'björn@example.com'],
    ['Bjo\u0308rn <bjo\u0308rn@example.com>', 'Bjo\u0308rn', 'björn@example.com'],
    ['用户@例え.jp', null, '用户@例え.jp'],
    ['Dr. Àdá (Lagos) 😀 <ada@example.com>', 'Dr. Àdá (Lagos) 😀', 'ada@example.com'],
  ])('parses %s', (text, name, email) => expect(parseMailAddress(text)).toEqual({ name, email }));

  it.each([
    '',
    'Ada',
    'Ada <ada>',
    'Ada <ada@example.com',
    'Ada ada@example.com>',
    'ada@example.com, bob@example.com',
    'Lovelace, Ada <ada@example.com>',
    'Ada <ada@example.com> <bob@example.com>',
    'Ada "x" <ada@example.com>',
    '"Ada <ada@example.com>',
    'Ada\r\nBcc: eve@example.com <ada@example.com>',
    'Ada\n<ada@example.com>',
    'Ada <ada@example.com>\r\n',
    '"Ada\r\n" <ada@example.com>',
    'bj\u202eörn@example.com',
    'bj örn@example.com',
    'a\u00a0b@example.com',
    '😀@example.com',
    `${'ö'.repeat(33)}@example.com`,
    `${'x'.repeat(256)} <ada@example.com>`,
    `${'x'.repeat(2000)}@example.com`,
  ])('refuses %j', (text) => expect(parseMailAddress(text)).toBeNull());

  it('handles hostile input quickly', () => {
    const used = cpuClock();
    for (const text of ['"'.repeat(1024), '"\\'.repeat(512), '<'.repeat(1024), `${'a.'.repeat(500)}@x`])
      parseMailAddress(text);
    expect(used()).toBeLessThan(5_000);
  });
});

describe('mailboxKey', () => {
  it.each([
    ['ada@example.com', 'ada@example.com'],
    ['A.D.A+news@Example.com', 'ada@example.com'],
    ['ada+a+b@example.com', 'ada@example.com'],
    ['a.d.a@sub.example.com', 'ada@sub.example.com'],
    ['+tag@example.com', '+tag@example.com'],
    ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
    ['no address', 'no address'],
  ])('folds %s to %s', (email, folded) => {
    expect(mailboxKey(email)).toBe(folded);
  });
});
