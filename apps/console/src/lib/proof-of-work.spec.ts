import { describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { solveChallenge } from './proof-of-work';
import { sha256 } from './sha256';

const hex = (text: string) => [...sha256(text)].map((word) => word.toString(16).padStart(8, '0')).join('');

describe('sha256', () => {
  it('equals that of Node for every length around a block', () => {
    for (let length = 0; length < 200; length++) {
      const text = 'abcdefghij'.repeat(20).slice(0, length);
      expect(hex(text)).toBe(createHash('sha256').update(text).digest('hex'));
    }
  });
});

describe('a challenge', () => {
  it('is solved with the bits that it asks for', async () => {
    const proof = await solveChallenge({ challenge: 'a.b.12.c', bits: 12 });
    expect(proof).toMatch(/^a\.b\.12\.c\.[\da-z]{1,20}$/);
    expect(createHash('sha256').update(proof).digest('hex')).toMatch(/^000/);
  });
});
