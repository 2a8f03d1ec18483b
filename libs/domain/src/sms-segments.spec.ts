import { expect, it } from '@jest/globals';
import { smsSize } from './sms-segments.js';

it.each([
  ['', 'gsm7', 0, 1],
  ['Your code is 123456', 'gsm7', 19, 1],
  ['a'.repeat(160), 'gsm7', 160, 1],
  ['a'.repeat(161), 'gsm7', 161, 2],
  ['a'.repeat(306), 'gsm7', 306, 2],
  ['a'.repeat(307), 'gsm7', 307, 3],
  ['èéùìòÇØøÅåΔΞ€', 'gsm7', 14, 1],
  ['€'.repeat(80), 'gsm7', 160, 1],
  // 76 pairs fill 152 of 153 septets: a pair is never split.
  ['€'.repeat(81), 'gsm7', 162, 2],
  ['€'.repeat(152), 'gsm7', 304, 2],
  ['€'.repeat(153), 'gsm7', 306, 3],
  ['`', 'ucs2', 1, 1],
  ['ẹ ku àárọ̀', 'ucs2', 10, 1],
  ['я'.repeat(70), 'ucs2', 70, 1],
  ['я'.repeat(71), 'ucs2', 71, 2],
  ['я'.repeat(134), 'ucs2', 134, 2],
  ['я'.repeat(135), 'ucs2', 135, 3],
  ['😀'.repeat(35), 'ucs2', 70, 1],
  // 33 pairs fill 66 of 67 units.
  ['😀'.repeat(66), 'ucs2', 132, 2],
  ['😀'.repeat(67), 'ucs2', 134, 3],
] as const)('%j', (text, encoding, units, segments) => {
  expect(smsSize(text)).toEqual({ encoding, units, segments });
});
