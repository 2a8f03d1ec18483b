import { hash, randomInt } from 'node:crypto';

const COUNT = 10;
const GROUPS = 4;
/** Crockford's base32: no letter looks like a digit. 16 of them are 80 bits, so a plain hash keeps the code secret. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const CODE = /^[0-9a-hjkmnp-tv-z]{16}$/;

const group = () => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** Creates ten codes like `7k2m-x9p4-…`. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: COUNT }, () => Array.from({ length: GROUPS }, group).join('-'));

/** Returns the hash of a code as somebody typed it; null if it has not the form of one. */
export function recoveryHash(typed: string): Buffer | null {
  const code = typed.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1');
  return CODE.test(code) ? hash('sha256', code, 'buffer') : null;
}
