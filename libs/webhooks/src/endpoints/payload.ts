import type { JsonObject } from '@dundun/domain';

/** Receivers need not take more. */
const MOST_BYTES = 20_000;

/** What is sent of an entry. */
export interface Payload {
  type: string;
  timestamp: string;
  data: JsonObject;
}

/**
 * The payload of an entry. Where it would be too large, the largest fields of its data are null, and `trimmed` names them;
 * the feed has them whole.
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
