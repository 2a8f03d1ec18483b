import { z } from 'zod';
import { forged, isSame } from './signatures.js';
import type { SourceRequest, Verdict } from './source-adapter.js';

/** The name of a header, as HTTP allows it. */
export const headerName = z
  .string()
  .max(100)
  .regex(/^[\w!#$%&'*+.^`|~-]+$/, 'must be the name of a header');

/** A secret long enough not to be guessed. */
export const sharedSecret = z.string().min(16, 'must be at least 16 characters').max(500);

/** Whether the header carries the secret, alone or as a bearer token. */
export function checkSecretHeader({ headers }: SourceRequest, name: string, secret: string): Verdict {
  const given = headers[name.toLowerCase()];
  if (!given) return forged(`the header ${name} is missing`);
  const bare = given.replace(/^Bearer /i, '');
  // Both are compared, whichever is right.
  return [isSame(given, secret), isSame(bare, secret)].includes(true)
    ? 'genuine'
    : forged(`the header ${name} does not carry the secret`);
}
