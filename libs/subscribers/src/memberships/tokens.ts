import { createHash, randomBytes } from 'node:crypto';

const BYTES = 24;
const SHAPE = /^[A-Za-z0-9_-]{32}$/;

/** Returns 192 random bits as link text. */
export const newToken = () => randomBytes(BYTES).toString('base64url');

/** Returns the stored form of a token, so that a stolen table confirms nothing; null for a malformed one. */
export function hashOfToken(token: string): string | null {
  return SHAPE.test(token) ? createHash('sha256').update(token).digest('hex') : null;
}
