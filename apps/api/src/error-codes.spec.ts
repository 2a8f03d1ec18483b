import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERROR_CODES } from './error-codes.js';

const LIBS = join(process.cwd(), 'libs');
const REFUSAL = /extends Refusal \{\s+readonly kind = '(\w+)';\s+readonly code = '(\w+)';/g;

const STATUS: Record<string, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  unknown: 404,
  method: 405,
  conflict: 409,
  too_large: 413,
  media_type: 415,
  key_reused: 422,
  limited: 429,
  unavailable: 503,
};
/** Made outside of the domain: what is no HTTP at all, and our own mistakes. */
const OTHERS = ['400 malformed_request', '500 internal_error'];

const refusals = readdirSync(LIBS)
  .flatMap((lib) => filesOf(join(LIBS, lib, 'src')))
  .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(REFUSAL)])
  .map(([, kind, code]) => `${STATUS[kind as string]} ${code}`);

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name));
}

describe('the table of error codes', () => {
  it('has every refusal of the service with its status, and no other', () => {
    expect(refusals.length).toBeGreaterThan(30);
    const listed = ERROR_CODES.map(([status, code]) => `${status} ${code}`);
    expect(listed.sort()).toEqual([...refusals, ...OTHERS].sort());
  });
});
