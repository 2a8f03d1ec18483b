import { z } from 'zod';
import { forged, isSame } from './signatures.js';
import type { SourceRequest, Verdict } from './source-adapter.js';

/** A valid HTTP header name. */
export const headerName = z
  .string()
  .max(100)
  .regex(/^[\w!#$%&'*+.^`|~-]+$/, 'must be a header name');

/** A secret that is long enough to resist guessing. */
export const sharedSecret = z.string().min(16, 'must be at least 16 characters').max(500);

/** Checks that the header carries the secret, alone or as a bearer token. */
export function checkSecretHeader({ headers }: SourceRequest, name: string, secret: string): Verdict {
  const given = headers[name.toLowerCase()];
  if (!given) return forged(`the header ${name} is missing`);
  const bare = given.replace(/^Bearer /i, '');
  // Compare both forms, so that the time does not depend on the form.
  return [isSame(given, secret), isSame(bare, secret)].includes(true)
    ? 'genuine'
    : forged(`the header ${name} does not carry the secret`);
}
