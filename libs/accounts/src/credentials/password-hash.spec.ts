import { describe, expect, it } from '@jest/globals';
import { UnavailableError } from '@dundun/domain';
import { hashPassword, verifyPassword } from './password-hash.js';

describe('password hash', () => {
  it('contains its parameters and a random salt', async () => {
    const [first, second] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')]);
    expect(first).toMatch(/^\$scrypt\$ln=14,r=8,p=5\$/);
    expect(first).not.toBe(second);
    expect(await verifyPassword('correct horse', first)).toBe(true);
    expect(await verifyPassword('Correct horse', first)).toBe(false);
    expect(await verifyPassword('', first)).toBe(false);
  });

  it('is verified with other parameters', async () => {
    // RFC 7914, section 12: the second test vector, truncated to 32 bytes.
    const salt = Buffer.from('NaCl').toString('base64').replace(/=/g, '');
    const hash = Buffer.from('fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162', 'hex')
      .toString('base64')
      .replace(/=/g, '');
    expect(await verifyPassword('password', `$scrypt$ln=10,r=8,p=16$${salt}$${hash}`)).toBe(true);
  });

  it('is independent of Unicode composition', async () => {
    expect(await verifyPassword('cafe\u0301 passwort', await hashPassword('caf\u00e9 passwort'))).toBe(true);
  });

  it('takes as long to refuse without a stored hash', async () => {
    const stored = await hashPassword('correct horse');
    const timed = async (hash: string | null) => {
      const started = performance.now();
      expect(await verifyPassword('guess', hash)).toBe(false);
      return performance.now() - started;
    };
    const times: [number[], number[]] = [[], []];
    for (let round = 0; round < 12; round++) {
      times[0].push(await timed(stored));
      times[1].push(await timed(null));
    }
    // Compare the fastest runs: other load makes runs slower, never faster.
    const [known, unknown] = times.map((all) => Math.min(...all)) as [number, number];
    expect(unknown / known).toBeGreaterThan(0.5);
    expect(unknown / known).toBeLessThan(2);
    expect(await verifyPassword('guess', 'not a hash')).toBe(false);
  });

  it('runs two at a time and refuses a burst with 503', async () => {
    const cheap = '$scrypt$ln=10,r=1,p=1$c2FsdA$c2FsdA';
    const rush = await Promise.allSettled(Array.from({ length: 80 }, () => verifyPassword('guess', cheap)));
    const refused = rush.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
    expect(refused).toHaveLength(80 - 2 - 50);
    expect(refused[0]).toBeInstanceOf(UnavailableError);
    expect(await verifyPassword('guess', cheap)).toBe(false);
  });
});
