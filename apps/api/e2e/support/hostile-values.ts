import fc from 'fast-check';

/** Texts that have broken other services. */
const TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\r\nBcc: eve@example.com',
  '\ud800',
  '\ufeff',
  '\u202e',
  '👩‍👩‍👧',
  'é'.normalize('NFD'),
  '../../etc/passwd',
  "' OR 1=1 --",
  '"; DROP TABLE lists; --',
  '<script>alert(1)</script>',
  '{{ 7 | times: 7 }}',
  '{% include "x" %}',
  '${jndi:ldap://x}',
  '__proto__',
  'constructor',
  'NaN',
  'null',
  'undefined',
  'true',
  '0',
  '-1',
  '1e309',
  '00000000-0000-0000-0000-000000000000',
  '01900000-0000-7000-8000-000000000000',
  '2026-02-30',
  '9999-12-31T23:59:60Z',
  'ada@dundun.test',
  '"ada"@dundun.test',
  'ada@[127.0.0.1]',
  '+2348012345678',
  'https://user:pass@example.com:99999/',
  'javascript:alert(1)',
  'x'.repeat(300),
  '%00',
  '%',
];

/** Hostile texts for ids and names in paths and queries. */
export const HOSTILE_NAMES = [
  '\u0000',
  'a\u0000b',
  ' ',
  '\ufeff',
  '👩‍👩‍👧',
  '../..',
  '__proto__',
  '-1',
  '1e309',
  'x'.repeat(300),
  '%00',
  '%',
];

const text = fc.oneof(
  fc.constantFrom(...TEXTS),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ maxLength: 20 }),
);

const scalar = fc.oneof(
  { weight: 4, arbitrary: text },
  fc.integer(),
  fc.double(),
  fc.constantFrom(0, -0, 2 ** 53, -(2 ** 63), 1e308, Infinity),
  fc.boolean(),
  fc.constant(null),
);

/** Generates JSON values, most of them hostile. */
export const hostileValue = fc.letrec((tie) => ({
  value: fc.oneof(
    { weight: 5, arbitrary: scalar },
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(text, tie('value'), { maxKeys: 4 }),
  ),
})).value;

export const hostileText = text;
