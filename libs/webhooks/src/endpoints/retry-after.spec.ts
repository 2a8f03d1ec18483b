import { expect, it } from '@jest/globals';
import { retryAfterOf } from './retry-after.js';

it.each([
  ['120', 120_000],
  [' 0 ', 0],
  ['Fri, 20 Nov 2026 09:31:00 GMT', 60_000],
  ['Fri, 20 Nov 2026 09:00:00 GMT', 0],
  ['soon', null],
  ['', null],
  [undefined, null],
])('reads Retry-After %j', (header, wait) => {
  expect(retryAfterOf(header, Date.parse('2026-11-20T09:30:00Z'))).toBe(wait);
});
