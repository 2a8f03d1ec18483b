import { describe, expect, it } from '@jest/globals';
import { parsePhone, parseStrictPhone, withoutTrunkZero } from './phone.js';

describe('parsePhone', () => {
  it.each([
    ['2348012345678', '2348012345678'],
    ['+234 801 234-5678', '2348012345678'],
    ['1\u00a0202\u2011555\u20110100', '12025550100'],
    [2348012345678, '2348012345678'],
    ['tel:+234.801.234.5678', '2348012345678'],
    ['+1 (202) 555-0110', '12025550110'],
    ['+44 (0)20 7946 0958', '442079460958'],
    [' TEL:+44[20]79460958 ', '442079460958'],
    ['4401234567', '4401234567'],
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
    '2340803123456',
    '२३४८०१२३४५६७',
    'call me',
    'tel:+2348012345678;ext=5',
    '+254 0712 345 678',
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

it.each([
  ['+234 0803 123 4567', '2348031234567'],
  [2330241234567, '233241234567'],
  ['27082 123 4567', '27821234567'],
  ['2560712345678', '256712345678'],
  ['2348031234567', null],
  ['2340000001', null],
  ['4402079460958', null],
  ['nobody', null],
])('withoutTrunkZero(%j) is %j', (value, right) => expect(withoutTrunkZero(value)).toBe(right));

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
