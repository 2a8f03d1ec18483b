import { randomUUID } from 'node:crypto';
import { ConnectionError, DundunError, errorOf, isPassing } from './errors.js';
import { pause, waitAfter } from './waits.js';

export interface ConnectionOptions {
  /** The public key, `dk_…`. */
  apiKey: string;
  /** The secret, `ds_…`. Without it only the operations of the key alone work. */
  apiSecret?: string;
  /** Where the routes begin, such as `https://dundun.example.com`. */
  baseUrl: string;
  /** Instead of the global `fetch`, for a proxy or a test. */
  fetch?: typeof globalThis.fetch;
  /** Of each try, in milliseconds; 30,000 when absent. */
  timeout?: number;
  /** How often a call that failed for now is tried again; 4 when absent. */
  retries?: number;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type QueryValue = string | number | boolean | null | undefined;

export interface RequestOptions {
  /** An array repeats its name; undefined and null are left out. */
  query?: Record<string, QueryValue | readonly QueryValue[]>;
  /** Sent as JSON. */
  body?: unknown;
  /** Of a POST; one is made when absent, and every try has the same. `false` sends none. */
  idempotencyKey?: string | false;
  /** Gives the call up, while it waits for its next try too. */
  signal?: AbortSignal;
  /** Instead of the client's. */
  timeout?: number;
  retries?: number;
}

interface Answer {
  status: number;
  headers: Headers;
  body: unknown;
}

const VERSION = '0.1.0';
const TIMEOUT_MS = 30_000;
const RETRIES = 4;
/** What the service asks to wait beyond this is the caller's to decide. */
const LONGEST_RETRY_AFTER_S = 60;

/** Calls of the HTTP API with credentials, retries and typed errors. */
export class Http {
  readonly hasSecret: boolean;
  readonly #base: string;
  // Private at run time too: a client that is logged or inspected does not show its secret.
  readonly #authorization: string;
  readonly #fetch: typeof globalThis.fetch;
  readonly #timeout: number;
  readonly #retries: number;

  constructor(options: ConnectionOptions) {
    const { apiKey, apiSecret = '', timeout = TIMEOUT_MS, retries = RETRIES } = options;
    if (typeof apiKey !== 'string' || apiKey === '') throw new TypeError('apiKey must be the API key.');
    if (apiKey.includes(':')) throw new TypeError('apiKey must not have a colon in it.');
    this.hasSecret = apiSecret !== '';
    this.#base = baseOf(options.baseUrl);
    this.#authorization = `Basic ${Buffer.from(`${apiKey}:${apiSecret}`).toString('base64')}`;
    this.#fetch = options.fetch ?? ((...given) => globalThis.fetch(...given));
    this.#timeout = timeout;
    this.#retries = retries;
  }

  /**
   * Calls a route, again and again while it fails for now.
   * @throws DundunError, or the reason of the signal
   */
  async request<T>(method: Method, path: string, options: RequestOptions = {}): Promise<T> {
    const { signal, retries = this.#retries, timeout = this.#timeout } = options;
    const url = this.#urlOf(path, options.query);
    const init = this.#initOf(method, options);
    for (let failures = 1; ; failures++) {
      signal?.throwIfAborted();
      try {
        return (await this.#attempt(url, init, timeout, signal)).body as T;
      } catch (error) {
        if (!isPassing(error) || failures > retries || (error.retryAfter ?? 0) > LONGEST_RETRY_AFTER_S) throw error;
        await pause(waitAfter(failures, error.retryAfter), { signal });
      }
    }
  }

  /**
   * One try of a POST. Only an answer of the service itself counts: a network that wants somebody to log in answers 200 to everything.
   * @throws DundunError, or the reason of the signal
   */
  async deliver(
    path: string,
    body: unknown,
    options: Pick<RequestOptions, 'idempotencyKey' | 'signal'>,
  ): Promise<void> {
    const init = this.#initOf('POST', { body, ...options });
    const { headers, status } = await this.#attempt(this.#urlOf(path), init, this.#timeout, options.signal);
    if (!headers.has('Request-Id'))
      throw new DundunError('Somebody else answered.', { status, code: `http_${status}` });
  }

  #urlOf(path: string, query: RequestOptions['query'] = {}): string {
    if (!path.startsWith('/')) throw new TypeError('path must begin with a slash, such as /v1/lists.');
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query))
      for (const one of [value].flat()) if (one !== undefined && one !== null) search.append(name, String(one));
    if (search.size === 0) return this.#base + path;
    return `${this.#base}${path}${path.includes('?') ? '&' : '?'}${search.toString()}`;
  }

  #initOf(method: Method, { body, idempotencyKey }: RequestOptions): RequestInit {
    const headers: Record<string, string> = {
      // A problem names every wrong field.
      Accept: 'application/json, application/problem+json',
      Authorization: this.#authorization,
      'User-Agent': `dundun-node/${VERSION}`,
    };
    if (method === 'POST' && idempotencyKey !== false) headers['Idempotency-Key'] = idempotencyKey ?? randomUUID();
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    // A redirect would turn a POST into a GET, and take the credentials along.
    return { method, headers, body: body === undefined ? undefined : JSON.stringify(body), redirect: 'manual' };
  }

  async #attempt(url: string, init: RequestInit, timeout: number, signal?: AbortSignal): Promise<Answer> {
    const ending = new AbortController();
    const giveUp = () => ending.abort();
    const timer = setTimeout(giveUp, timeout);
    signal?.addEventListener('abort', giveUp, { once: true });
    try {
      const response = await this.#fetch(url, { ...init, signal: ending.signal });
      const body = bodyOf(response, await response.text());
      return { status: response.status, headers: response.headers, body };
    } catch (error) {
      if (error instanceof DundunError) throw error;
      signal?.throwIfAborted();
      if (ending.signal.aborted) throw new ConnectionError(`There was no answer within ${timeout} ms.`, error);
      throw new ConnectionError(`The service cannot be reached: ${reasonOf(error)}.`, error);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
    }
  }
}

/** Not `URL.canParse`, which Node 20 gets wrong for letters like ü once it has compiled it. */
function urlOf(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

function baseOf(baseUrl: string): string {
  const url = urlOf(baseUrl);
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username)
    throw new TypeError('baseUrl must be an http or https address without query and credentials.');
  return url.href.replace(/\/+$/, '');
}

function bodyOf(response: Response, text: string): unknown {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (cause) {
    if (response.ok) {
      const facts = { status: response.status, code: 'unreadable_answer', cause };
      throw new DundunError('The answer is not JSON: is baseUrl the address of the service?', facts);
    }
  }
  if (!response.ok) throw errorOf(response, body);
  return body;
}

/** fetch says "fetch failed", and why only in the cause. */
function reasonOf(error: unknown): string {
  const { message = 'no reason given', cause } = error as { message?: string; cause?: { code?: string } };
  return cause?.code ?? message;
}
