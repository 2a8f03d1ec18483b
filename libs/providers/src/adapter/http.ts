import type { Readable } from 'node:stream';
import { isIP } from 'node:net';
import { buildConnector, type Dispatcher, Pool } from 'undici';
import { type Deadline, startDeadline } from './deadline.js';
import type { ProviderOptions } from './descriptor.js';
import { FORBIDDEN, networkCode, networkDetail } from './network-error.js';
import type { IsWanted, Outcome } from './provider.js';

/** The timeout when a provider sets none, in milliseconds. */
const HTTP_TIMEOUT_MS = 10_000;
/** The headers of a body written by URLSearchParams. */
export const FORM = { 'content-type': 'application/x-www-form-urlencoded' } as const;
/** The headers of a body written by JSON.stringify. */
export const JSON_BODY = { 'content-type': 'application/json' } as const;
/** No provider's answer to a send is longer. A longer one is cut and fails to parse. */
const MAX_ANSWER_BYTES = 64 * 1024;
const CHUNK_BYTES = 64 * 1024;

/** The result of one HTTP call, or how far the call got. */
export type HttpAnswer =
  | { answered: true; status: number; headers: Dispatcher.ResponseData['headers']; text: string }
  | { answered: false; handedOver: boolean; detail: string; code?: string };
/** A call that received an answer, with any status. */
export type Answered = HttpAnswer & { answered: true };

/** One call of an HTTP provider; `path` starts with a slash. */
export interface HttpCall {
  method: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  signal?: AbortSignal;
  /** Asked once a connection is there, before the first byte of the request; false ends the call. */
  isWanted?: IsWanted;
}

/** Calls one origin over pooled connections: one timeout for the whole call, no redirects, no hidden retries. */
export class HttpClient {
  readonly origin: string;
  private readonly pool: Pool;
  private readonly timeoutMs: number;

  /** @param ownOrigin the provider's origin; `origin` in the options replaces it */
  constructor(
    ownOrigin: string,
    { origin, timeoutMs = HTTP_TIMEOUT_MS, maxConnections = 50, resolve }: ProviderOptions,
  ) {
    this.origin = origin ?? ownOrigin;
    this.timeoutMs = timeoutMs;
    const timeout = { timeout: timeoutMs };
    // Only an origin that a user entered needs the check.
    const connect = origin !== undefined && resolve ? pinnedConnector(timeout, resolve) : timeout;
    // Undici's timeouts are off: our own also covers the queue and the connection.
    this.pool = new Pool(this.origin, { connections: maxConnections, headersTimeout: 0, bodyTimeout: 0, connect });
  }

  /** Never rejects. */
  async call({ method, path, headers, body, signal, isWanted }: HttpCall): Promise<HttpAnswer> {
    const deadline = startDeadline(this.timeoutMs, signal);
    const bytes = typeof body === 'string' ? Buffer.from(body) : (body ?? null);
    // Undici does not report when the head of a request without a body leaves, so such a call counts as handed over at
    // once, unless it asks whether it is wanted.
    let handedOver = !bytes?.length && !isWanted;
    try {
      const response = await untilEnd(deadline, () =>
        this.pool.request({
          method,
          path,
          headers: bytes === null ? headers : { ...headers, 'content-length': String(bytes.length) },
          body:
            bytes === null && !isWanted
              ? null
              : chunksOf(bytes ?? Buffer.alloc(0), () => (handedOver = true), isWanted),
          signal: deadline.signal,
        }),
      );
      const text = await readText(response.body);
      return { answered: true, status: response.statusCode, headers: response.headers, text };
    } catch (error) {
      const cause = deadline.error() ?? error;
      return { answered: false, handedOver, detail: networkDetail(cause), code: networkCode(cause) };
    } finally {
      deadline.clear();
    }
  }

  /** Runs consecutive calls, such as the pages of a list, within three times the timeout of one call. */
  async series<T>(calls: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const deadline = startDeadline(3 * this.timeoutMs);
    try {
      return await calls(deadline.signal);
    } finally {
      deadline.clear();
    }
  }

  /** Waits for running calls, then closes the connections. */
  async close(): Promise<void> {
    await this.pool.close();
  }
}

/** Connects to the address that was resolved and checked, even if DNS changes a moment later. */
function pinnedConnector(options: { timeout: number }, resolve: NonNullable<ProviderOptions['resolve']>) {
  const connect = buildConnector(options);
  return ((target, done) => {
    const { hostname, protocol, port } = target;
    const bare = hostname.replace(/^\[(.*)\]$/, '$1');
    resolve(bare, Number(port || (protocol === 'https:' ? 443 : 80))).then(
      (address) => connect({ ...target, hostname: address, servername: isIP(bare) ? '' : bare }, done),
      (error: Error) => done(error, null),
    );
  }) satisfies buildConnector.connector;
}

/**
 * Rejects as soon as the deadline ends. Undici notices an abort only when it starts a request, so a request in its
 * queue would outlive the timeout.
 */
function untilEnd<T>({ signal, error }: Deadline, start: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = () => reject(error());
    if (signal.aborted) return end();
    signal.addEventListener('abort', end, { once: true });
    start()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', end));
  });
}

/**
 * Streams the body and calls `beforeLast` before the last chunk. Undici asks for the first chunk only once it has a
 * connection (with a Readable it asks too early) and writes the head with it, so a call that waited, failed to connect or
 * is not wanted has certainly sent nothing.
 */
function chunksOf(bytes: Buffer, beforeLast: () => void, isWanted?: IsWanted): Readable {
  async function* chunks() {
    if (isWanted && !(await isWanted())) throw new Error('The message is no longer wanted');
    if (bytes.length === 0) beforeLast();
    for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
      if (at + CHUNK_BYTES >= bytes.length) beforeLast();
      yield bytes.subarray(at, at + CHUNK_BYTES);
    }
  }
  // Undici accepts any async iterable, but its types list only streams.
  return chunks() as unknown as Readable;
}

/** Reads the body as far as it arrives; the status is already known, so a broken body is not an error. */
async function readText(body: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > MAX_ANSWER_BYTES) break;
    }
  } catch {
    // The adapter notices the missing part when it parses the text.
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Returns the outcome of a call without an answer, for every HTTP provider. */
export function outcomeOfSilence({ handedOver, detail, code }: HttpAnswer & { answered: false }): Outcome {
  if (handedOver) return { kind: 'unknown', detail };
  return { kind: 'not_sent', detail, code, fault: code === FORBIDDEN ? 'provider' : 'passing' };
}

/**
 * Returns the outcome that the status alone decides, for every HTTP provider; null where the adapter must read the body
 * (2xx and most of 4xx). 500, 502 and 504 may follow an accepted message; 503 and 429 do not.
 */
export function outcomeOfStatus({ status, headers }: Answered, detail: string): Outcome | null {
  const code = String(status);
  if (status === 401 || status === 403) return { kind: 'not_sent', detail, code, fault: 'provider' };
  if (status === 408 || status === 429 || status === 503) {
    const passing = { kind: 'not_sent', detail, code, fault: 'passing' } as const;
    const wish = retryAfterMs(headers['retry-after']);
    return { ...passing, retryAfterMs: wish, ...(status === 429 && { throttled: true }) };
  }
  if (status >= 500) return { kind: 'unknown', detail };
  if (status >= 300 && status < 400) return { kind: 'not_sent', detail, code, fault: 'provider' };
  return null;
}

/** Reads a Retry-After header (seconds or an HTTP date) as milliseconds from now, capped at one day. */
export function retryAfterMs(value: string | string[] | undefined, now = Date.now()): number | undefined {
  const text = Array.isArray(value) ? value[0] : value;
  if (!text) return undefined;
  const ms = /^\d+$/.test(text.trim()) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), 86_400_000) : undefined;
}
