import { describe, expect, it } from '@jest/globals';
import { newRecoveryCodes, recoveryHash } from './recovery-codes.js';

describe('recovery codes', () => {
  it('are ten, each of 80 bits', () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^([0-9a-z]{4}-){3}[0-9a-z]{4}$/);
  });

  it('are read however somebody types them', () => {
    const expected = recoveryHash('7k2m-x9p4-4tzc-w0h1');
    expect(expected).toHaveLength(32);
    for (const typed of ['7K2M-X9P4-4TZC-W0H1', '7k2mx9p44tzcw0h1', ' 7k2m x9p4 4tzc wohl ', '7k2m-x9p4-4tzc-wOhI'])
      expect(recoveryHash(typed)).toEqual(expected);
  });

  it.each(['', '7k2m', '7k2m-x9p4-4tzc-w0h', '7k2m-x9p4-4tzc-w0h1-1', '7k2m-x9p4-4tzc-w0hu', '492039', 'é'.repeat(16)])(
    'are nothing else: %j',
    (typed) => expect(recoveryHash(typed)).toBeNull(),
  );
});
