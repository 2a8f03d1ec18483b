import { base64 } from './text.js';

/** A waiting call, as stored. */
export interface Call {
  method: 'POST' | 'PUT';
  path: string;
  /** JSON. */
  body: string;
  /** Set for a call that must run once and is not identified otherwise. */
  key?: string;
  /** The signature of the uid that the call names. */
  identity?: string;
}

export interface Refusal {
  status: number;
  code: string;
}

/** `done`: it arrived. A refusal: it never will. A number: retry, after that many milliseconds unless it is 0. */
export type CallResult = 'done' | Refusal | number;

const TIMEOUT_MS = 20_000;
export const LONGEST_WAIT_MS = 300_000;
/** The limit for all in-flight calls that outlive their page. */
export const KEPT_ALIVE_BYTES = 60_000;
const PASSING = [401, 408, 409, 425, 429];

export function createSender(baseUrl: string, key: string): (call: Call) => Promise<CallResult> {
  const base = baseUrl.replace(/\/+$/, '');
  const authorization = `Basic ${base64(`${key}:`)}`;
  return async ({ method, path, body, key: idempotencyKey, identity }) => {
    const ending = new AbortController();
    const timer = setTimeout(() => ending.abort(), TIMEOUT_MS);
    try {
      const { ok, status, headers } = await fetch(base + path, {
        method,
        // Not sendBeacon, which cannot authenticate.
        headers: {
          Authorization: authorization,
          'Content-Type': 'application/json',
          ...(idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : {}),
          ...(identity ? { 'Dundun-Identity': identity } : {}),
        },
        body,
        credentials: 'omit',
        keepalive: body.length * 3 < KEPT_ALIVE_BYTES,
        signal: ending.signal,
      });
      // A captive portal answers every call with a page of its own.
      if (ok && headers.get('Request-Id')) return 'done';
      const code = headers.get('Dundun-Error');
      // Without this header the answer did not come from the service.
      if (code && status < 500 && !PASSING.includes(status)) return { status, code };
      // It would stay too large, and all others wait behind it.
      if (status === 413) return { status, code: 'http_413' };
      const asked = Number(headers.get('Retry-After')) * 1_000 || 0;
      return Math.min(LONGEST_WAIT_MS, Math.max(0, asked));
    } catch {
      return 0;
    } finally {
      clearTimeout(timer);
    }
  };
}
