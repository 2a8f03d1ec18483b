import { createHash } from 'node:crypto';
import { InvalidIdempotencyKeyError } from '@dundun/domain';
import type { FastifyRequest } from 'fastify';
import type { IdempotencyClaim } from '../database/idempotency.repository.js';
import type { Caller } from './caller.js';

const BARE = /^[\x21-\x7e]{1,255}$/;
const QUOTED = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\]){1,510})"$/;

/** The key of the header, bare or quoted as a structured field. @throws InvalidIdempotencyKeyError */
export function readIdempotencyKey(header: string): string {
  const given = header.trim();
  const key = given.startsWith('"') ? (QUOTED.exec(given)?.[1] ?? '').replace(/\\(["\\])/g, '$1') : given;
  if (!BARE.test(key)) throw new InvalidIdempotencyKeyError();
  return key;
}

/** The same for every order of keys, so that a client that serialises again still matches. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`;
}

/** What was not read as JSON counts as it came. */
const bytesOrJson = (body: unknown) => (Buffer.isBuffer(body) ? body : canonicalJson(body));

/**
 * What a call with the secret was answered is not for those who have the key alone, and what they were answered stands for
 * nothing that the secret may do. With the secret it is the body's alone, as in the release before.
 */
function fingerprintOf({ level }: Caller, body: unknown): Buffer {
  const hash = createHash('sha256');
  if (level === 'key') hash.update('key ');
  return hash.update(bytesOrJson(body)).digest();
}

/** @returns the claim of a request that carries the header, else undefined */
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
