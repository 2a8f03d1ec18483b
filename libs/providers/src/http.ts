import type { Readable } from 'node:stream';
import { isIP } from 'node:net';
import { buildConnector, type Dispatcher, Pool } from 'undici';
import { type Deadline, startDeadline } from './deadline.js';
import type { ProviderOptions } from './descriptor.js';
import { FORBIDDEN, networkCode, networkDetail } from './network-error.js';
import type { Outcome } from './provider.js';

/** A provider's own timeout when none is given, in milliseconds. */
export const HTTP_TIMEOUT_MS = 10_000;
/** The headers of a body that URLSearchParams wrote. */
export const FORM = { 'content-type': 'application/x-www-form-urlencoded' } as const;
/** The headers of a body that JSON.stringify wrote. */
export const JSON_BODY = { 'content-type': 'application/json' } as const;
/** No provider's answer to one send is longer; what is gets cut and reads as garbage. */
const MAX_ANSWER_BYTES = 64 * 1024;
const CHUNK_BYTES = 64 * 1024;

/** What came back from one HTTP call, or how far it got. */
export type HttpAnswer =
  | { answered: true; status: number; headers: Dispatcher.ResponseData['headers']; text: string }
  | { answered: false; handedOver: boolean; detail: string; code?: string };
/** A call that brought an answer, whatever it says. */
export type Answered = HttpAnswer & { answered: true };

/** One call of an HTTP provider; `path` starts with a slash. */
export interface HttpCall {
  method: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  signal?: AbortSignal;
}

/** Calls one origin over kept connections: one timeout for a whole call, no redirects, no hidden retries. */
export class HttpClient {
  readonly origin: string;
  private readonly pool: Pool;
  private readonly timeoutMs: number;

  /** @param ownOrigin the provider's, which an `origin` in the options replaces */
  constructor(
    ownOrigin: string,
    { origin, timeoutMs = HTTP_TIMEOUT_MS, maxConnections = 50, resolve }: ProviderOptions,
  ) {
    this.origin = origin ?? ownOrigin;
    this.timeoutMs = timeoutMs;
    const timeout = { timeout: timeoutMs };
    // A user typed the other address; ours needs no check.
    const connect = origin !== undefined && resolve ? pinnedConnector(timeout, resolve) : timeout;
    // The one timeout is ours, so that it covers the queue and the connection too.
    this.pool = new Pool(this.origin, { connections: maxConnections, headersTimeout: 0, bodyTimeout: 0, connect });
  }

  /** Never rejects. */
  async call({ method, path, headers, body, signal }: HttpCall): Promise<HttpAnswer> {
    const deadline = startDeadline(this.timeoutMs, signal);
    const bytes = typeof body === 'string' ? Buffer.from(body) : (body ?? null);
    // A call with nothing in its body is handed over by its head, which nobody tells us about: it counts at once.
    let handedOver = !bytes?.length;
    try {
      const response = await untilEnd(deadline, () =>
        this.pool.request({
          method,
          path,
          headers: bytes === null ? headers : { ...headers, 'content-length': String(bytes.length) },
          body: bytes === null ? null : chunksOf(bytes, () => (handedOver = true)),
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

  /** Calls that follow each other, such as the pages of a list: together they get the time of three. */
  async series<T>(calls: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const deadline = startDeadline(3 * this.timeoutMs);
    try {
      return await calls(deadline.signal);
    } finally {
      deadline.clear();
    }
  }

  /** Lets running calls finish. */
  async close(): Promise<void> {
    await this.pool.close();
  }
}

/** Connects to the address that the host was resolved to and checked at, whatever the name says a moment later. */
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

/** undici notices an abort only when it gets to a request: one that waits in its queue would outlive the timeout. */
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
 * The body, saying so before its last bytes leave. undici asks for the first chunk only when it holds a connection
 * (with a Readable it does so too early), so a call that waited or failed to connect is known to have sent nothing.
 */
function chunksOf(bytes: Buffer, beforeLast: () => void): Readable {
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
      if (at + CHUNK_BYTES >= bytes.length) beforeLast();
      yield bytes.subarray(at, at + CHUNK_BYTES);
    }
  }
  // undici takes any async iterable; its types know only the streams among them.
  return chunks() as unknown as Readable;
}

/** The status is known once this starts, so a body that breaks off is returned as far as it came. */
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
    // What is missing shows when the adapter parses the rest.
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The outcome of a call that brought no answer, the same for every HTTP provider. */
export function outcomeOfSilence({ handedOver, detail, code }: HttpAnswer & { answered: false }): Outcome {
  if (handedOver) return { kind: 'unknown', detail };
  return { kind: 'not_sent', detail, code, fault: code === FORBIDDEN ? 'provider' : 'passing' };
}

/**
 * What a status alone decides, the same for every HTTP provider; null where the adapter must read the body (2xx and
 * most of 4xx). 500, 502 and 504 may come after the message was taken, 503 and 429 do not.
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

/** Reads a Retry-After header (seconds or an HTTP date) as milliseconds from now; at most a day. */
export function retryAfterMs(value: string | string[] | undefined, now = Date.now()): number | undefined {
  const text = Array.isArray(value) ? value[0] : value;
  if (!text) return undefined;
  const ms = /^\d+$/.test(text.trim()) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), 86_400_000) : undefined;
}
