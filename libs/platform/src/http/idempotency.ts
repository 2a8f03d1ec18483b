import { createHash } from 'node:crypto';
import { InvalidIdempotencyKeyError } from '@dundun/domain';
import type { FastifyRequest } from 'fastify';
import type { IdempotencyClaim } from '../database/idempotency.repository.js';
import type { Caller } from './caller.js';

const BARE = /^[\x21-\x7e]{1,255}$/;
const QUOTED = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\]){1,510})"$/;

/** Reads the key from the header, bare or as a quoted structured field. @throws InvalidIdempotencyKeyError */
export function readIdempotencyKey(header: string): string {
  const given = header.trim();
  const key = given.startsWith('"') ? (QUOTED.exec(given)?.[1] ?? '').replace(/\\(["\\])/g, '$1') : given;
  if (!BARE.test(key)) throw new InvalidIdempotencyKeyError();
  return key;
}

/** Serializes JSON independent of key order, so that a client that serializes again still matches. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`;
}

/** A body that was not read as JSON is hashed as raw bytes. */
const bytesOrJson = (body: unknown) => (Buffer.isBuffer(body) ? body : canonicalJson(body));

/**
 * Hashes the body. A call with the key alone gets another fingerprint, so that it can never replay the answer to a call with
 * the secret, nor the reverse. With the secret it is the hash of the body alone, as in the previous release.
 */
function fingerprintOf({ level }: Caller, body: unknown): Buffer {
  const hash = createHash('sha256');
  if (level === 'key') hash.update('key ');
  return hash.update(bytesOrJson(body)).digest();
}

/** Returns the claim of a request with an Idempotency-Key, or undefined. */
export function claimOf(request: FastifyRequest): IdempotencyClaim | undefined {
  const header = request.headers['idempotency-key'];
  if (header === undefined || request.caller === undefined) return undefined;
  return {
    workspaceId: request.caller.workspaceId,
    method: request.method,
    path: request.url.split('?')[0] as string,
    key: readIdempotencyKey(Array.isArray(header) ? (header[0] as string) : header),
    fingerprint: fingerprintOf(request.caller, request.body),
  };
}
