import type { Tenant } from './product.js';

export interface Answer {
  status: number;
  headers: Headers;
  /** Parsed JSON, or the text if it is not JSON. */
  body: any; // eslint-disable-line @typescript-eslint/no-explicit-any -- tests look into answers of every shape
  text: string;
}

export interface CallOptions {
  body?: unknown;
  /** Sent unchanged, instead of `body`. */
  raw?: string | Buffer;
  headers?: Record<string, string>;
  /** `full` by default. */
  as?: 'full' | 'key' | 'none' | { key: string; secret: string };
}

/** Calls the api like an integrator. */
export type Call = (route: string, options?: CallOptions) => Promise<Answer>;

export const basic = (key: string, secret = '') => `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`;

/** Returns a client of the api: `call('POST /v1/lists', { body })`. */
export function caller({ apiUrl, apiKey, apiSecret }: Pick<Tenant, 'apiUrl' | 'apiKey' | 'apiSecret'>): Call {
  return async (route, { body, raw, headers = {}, as = 'full' } = {}) => {
    const [method, path] = route.split(/ (.*)/s) as [string, string];
    const credentials: Record<string, string> =
      as === 'none'
        ? {}
        : {
            Authorization:
              typeof as === 'object' ? basic(as.key, as.secret) : basic(apiKey, as === 'full' ? apiSecret : ''),
          };
    const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(`${apiUrl}${path}`, {
      method,
      headers: { ...credentials, ...(payload === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
      body: payload as string | undefined,
      redirect: 'manual',
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: parsed(text), text };
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
