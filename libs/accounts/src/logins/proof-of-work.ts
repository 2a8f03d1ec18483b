import { hash, randomBytes } from 'node:crypto';
import type { Seal } from '@dundun/platform/config';

/** A valid solution of a challenge. */
export interface Proof {
  nonce: string;
  issuedAt: Date;
}

const LIFETIME_MS = 2 * 60_000;
/** The clocks of two processes may differ. */
const AHEAD_MS = 10_000;
const FORM = /^(([\da-z]{6,9})\.([\w-]{16})\.(\d{1,2}))\.([\w-]{22})\.(\w{1,20})$/;

const purpose = (account: string) => `sign-in challenge ${account}`;

/**
 * Issues a challenge: text that, followed by a dot and a solution, has a SHA-256 with this many leading zero bits. It is signed and
 * names its account, so that nothing has to be stored.
 */
export function issueChallenge(seal: Seal, account: string, bits: number, now = Date.now()): string {
  const signed = `${now.toString(36)}.${randomBytes(12).toString('base64url')}.${bits}`;
  return `${signed}.${seal.sign(purpose(account), signed)}`;
}

/** Verifies a challenge with its solution. @returns null if it is not solved, too old, or for another account */
export function verifyProof(seal: Seal, account: string, proof: string, now = Date.now()): Proof | null {
  const [, signed = '', issued = '', nonce = '', bits = '', signature = ''] = FORM.exec(proof) ?? [];
  const issuedAt = parseInt(issued, 36);
  if (!(issuedAt > now - LIFETIME_MS && issuedAt <= now + AHEAD_MS)) return null;
  if (!seal.verify(purpose(account), signed, signature)) return null;
  return leadingZeroBits(hash('sha256', proof, 'buffer')) >= Number(bits)
    ? { nonce, issuedAt: new Date(issuedAt) }
    : null;
}

function leadingZeroBits(digest: Buffer): number {
  const first = digest.findIndex((byte) => byte !== 0);
  return first < 0 ? digest.length * 8 : first * 8 + Math.clz32(digest[first] as number) - 24;
}
