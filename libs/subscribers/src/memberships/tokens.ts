import { createHash, randomBytes } from 'node:crypto';

const BYTES = 24;
const SHAPE = /^[A-Za-z0-9_-]{32}$/;

/** 192 bits that fit into a link. */
export const newToken = () => randomBytes(BYTES).toString('base64url');

/** How a token is stored: a stolen table confirms nothing. Null when it cannot be one of ours. */
export function hashOfToken(token: string): string | null {
  return SHAPE.test(token) ? createHash('sha256').update(token).digest('hex') : null;
}
