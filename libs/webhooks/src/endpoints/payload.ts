import type { JsonObject } from '@dundun/domain';

/** The largest body that a receiver has to accept. */
const MOST_BYTES = 20_000;

/** The body of a call. */
export interface Payload {
  type: string;
  timestamp: string;
  data: JsonObject;
}

/**
 * Builds the payload of an entry. If it is too large, the largest fields of its data become null and `trimmed` names them; the
 * feed has them in full.
 */
export function payloadOf({ type, at, data }: { type: string; at: Date; data: JsonObject }): Payload {
  const payload: Payload = { type, timestamp: at.toISOString(), data };
  const trimmed: string[] = [];
  while (sizeOf(payload) > MOST_BYTES) {
    const [largest] = Object.keys(payload.data)
      .filter((name) => name !== 'trimmed' && payload.data[name] !== null)
      .sort((a, b) => sizeOf(payload.data[b]) - sizeOf(payload.data[a]));
    if (largest === undefined) break;
    trimmed.push(largest);
    payload.data = { ...payload.data, [largest]: null, trimmed };
  }
  return payload;
}

const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value) ?? '');
