import { describe, expect, it } from '@jest/globals';
import { Seal } from '@dundun/platform/config';
import { solve } from '../testing.js';
import { issueChallenge, verifyProof } from './proof-of-work.js';

const seal = new Seal(['ab'.repeat(32)]);
const BITS = 8;
const NOW = Date.parse('2026-11-22T12:00:00Z');
const MINUTE = 60_000;
const challenge = () => issueChallenge(seal, 'ada@example.com', BITS, NOW);
const verify = (proof: string, now = NOW, account = 'ada@example.com') => verifyProof(seal, account, proof, now);

describe('a challenge', () => {
  it('is solved by any solution with enough zero bits', () => {
    const issued = challenge();
    expect(verify(solve(issued, BITS))).toEqual({ nonce: issued.split('.')[1], issuedAt: new Date(NOW) });
  });

  it('is solved by no other', () => {
    const issued = challenge();
    const wrong = Array.from({ length: 3_000 }, (_, index) => verify(`${issued}.${index}`)).filter((proof) => !proof);
    expect(wrong.length).toBeGreaterThan(2_900);
  });

  it('serves its account for two minutes', () => {
    const proof = solve(challenge(), BITS);
    expect(verify(proof, NOW, 'grace@example.com')).toBeNull();
    expect(verify(proof, NOW + 2 * MINUTE - 1)).not.toBeNull();
    expect(verify(proof, NOW + 2 * MINUTE)).toBeNull();
    expect(verify(proof, NOW - MINUTE)).toBeNull();
  });

  it('cannot be made easier, extended or forged', () => {
    const [issued, nonce, , signature] = challenge().split('.');
    for (const forged of [
      `${issued}.${nonce}.0.${signature}.1`,
      `${(NOW + MINUTE).toString(36)}.${nonce}.${BITS}.${signature}.1`,
      `${issued}.${'a'.repeat(16)}.${BITS}.${signature}.1`,
      solve(issueChallenge(new Seal(['cd'.repeat(32)]), 'ada@example.com', BITS, NOW), BITS),
    ])
      expect(verify(forged)).toBeNull();
  });

  it.each(['', '.', '.....', 'x'.repeat(200), '\0', '0.a.b.c.d', 'zzzzzzzzz.'.repeat(20)])('ignores %j', (text) => {
    expect(verify(text)).toBeNull();
  });
});
