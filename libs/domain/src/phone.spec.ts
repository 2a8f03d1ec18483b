import { describe, expect, it } from '@jest/globals';
import { parsePhone, parseStrictPhone } from './phone.js';

describe('parsePhone', () => {
  it.each([
    ['2348012345678', '2348012345678'],
    ['+234 801 234-5678', '2348012345678'],
    ['1\u00a0202\u2011555\u20110100', '12025550100'],
    [2348012345678, '2348012345678'],
    ['1234567', '1234567'],
    ['123456789012345', '123456789012345'],
  ])('parses %j as %s', (value, digits) => expect(parsePhone(value)).toBe(digits));

  it.each([
    '',
    '+',
    '123456',
    '1234567890123456',
    '08012345678',
    '(234) 801',
    '234.801.234',
    '२३४८०१२३४५६७',
    'call me',
    12.5,
    -2348012345678,
    2 ** 60,
    NaN,
    null,
    undefined,
    true,
    ['2348012345678'],
    '+'.repeat(100_000) + '2348012345678',
  ])('refuses %j', (value) => expect(parsePhone(value)).toBeNull());
});

describe('parseStrictPhone', () => {
  it.each([
    ['2348012345678', '2348012345678'],
    [2348012345678, '2348012345678'],
  ])('accepts %j', (value, digits) => expect(parseStrictPhone(value)).toBe(digits));

  it.each(['+2348012345678', '234 8012345678', '234-8012345678', '08012345678', '2348012345678\n', '', null, {}])(
    '%j is refused',
    (value) => expect(parseStrictPhone(value)).toBeNull(),
  );
});
