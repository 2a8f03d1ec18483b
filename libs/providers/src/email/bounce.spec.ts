import { describe, expect, it } from '@jest/globals';
import { refinedBounce } from './bounce.js';

describe('refinedBounce', () => {
  it.each([
    ['hard', null, '', 'hard'],
    ['hard', '5.1.1', 'User unknown', 'hard'],
    ['hard', null, '550 Something unheard of', 'hard'],
    ['hard', '5.7.1', '', 'policy'],
    ['hard', null, '550 5.7.515 Access denied', 'policy'],
    ['hard', '5.2.2', '', 'soft'],
    ['hard', '5.2.1', '550 5.2.1 user unknown', 'hard'],
    ['hard', null, '552 5.2.2 Over quota', 'soft'],
    ['hard', null, '452 4.2.2 Over quota', 'soft'],
    ['hard', null, 'smtp; 550 from 14.2.2.1', 'hard'],
    ['soft', null, '', 'soft'],
    ['soft', '5.1.1', 'User unknown', 'soft'],
    ['soft', '4.7.26', '', 'policy'],
  ] as const)('classifies a %s bounce with %j and %j as %s', (said, status, text, expected) => {
    expect(refinedBounce(said, status, text)).toBe(expected);
  });
});
