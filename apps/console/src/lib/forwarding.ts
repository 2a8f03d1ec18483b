/** The request headers passed to the API: the session, and what reveals forged requests. */
const REQUEST_HEADERS = [
  'accept',
  'accept-language',
  'content-type',
  'cookie',
  'idempotency-key',
  'origin',
  'referer',
  'request-id',
  'sec-fetch-site',
  'user-agent',
  'x-forwarded-for',
];

/** Headers of a single connection, and those that fetch has already processed. */
const NOT_PASSED_BACK = ['connection', 'content-encoding', 'content-length', 'keep-alive', 'transfer-encoding'];

/** Returns the API path for a path under /api; undefined for paths that the console does not use. */
export function apiPath(pathname: string): string | undefined {
  const path = pathname.replace(/^\/api(?=\/)/, '');
  return path !== pathname && /^\/(?:console|v1|logos)\//.test(path) ? path : undefined;
}

export function requestHeaders(from: Headers): Headers {
  const headers = new Headers({ 'accept-encoding': 'identity' });
  for (const name of REQUEST_HEADERS) {
    const value = from.get(name);
    if (value !== null) headers.set(name, value);
  }
  return headers;
}

export function responseHeaders(from: Headers): Headers {
  const headers = new Headers(from);
  for (const name of NOT_PASSED_BACK) headers.delete(name);
  headers.set('Cache-Control', 'private, no-store');
  headers.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
  return headers;
}
