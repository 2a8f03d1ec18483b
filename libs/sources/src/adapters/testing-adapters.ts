import { createHmac } from 'node:crypto';
import type { JsonObject } from '@dundun/domain';
import type { Mapped, PersonEffect, SourceAdapter, SourceRequest } from './source-adapter.js';
import type { Signing } from './signatures.js';

/** An incoming call. @param headers names in lower case */
export function aCall(body: unknown, headers: Record<string, string> = {}): SourceRequest {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { headers: { 'content-type': 'application/json', ...headers }, body: Buffer.from(text) };
}

/** A signature as the sender computes it. */
export function signature({ algorithm, encoding, secret }: Signing, text: string): string {
  return createHmac(algorithm, secret).update(text).digest(encoding);
}

const noMapping = () => Promise.reject(new Error('this sender has no mapping'));

/** Maps a payload with an adapter that needs no mapping. */
export async function mappedBy(adapter: SourceAdapter, payload: JsonObject, settings: unknown = {}): Promise<Mapped> {
  return adapter.map(payload, settings, noMapping);
}

/** Maps a payload that has a single effect on one person. */
export async function effectOf(
  adapter: SourceAdapter,
  payload: JsonObject,
  settings: unknown = {},
): Promise<PersonEffect> {
  const mapped = await mappedBy(adapter, payload, settings);
  if ('ignored' in mapped) throw new Error(`ignored: ${mapped.ignored}`);
  if (mapped.length !== 1 || !mapped[0] || 'merge' in mapped[0]) throw new Error(`mapped to ${JSON.stringify(mapped)}`);
  return mapped[0];
}
