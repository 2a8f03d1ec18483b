import { apiUrl } from '@/lib/env';
import { apiPath, requestHeaders, responseHeaders } from '@/lib/forwarding';

const PATIENCE_MS = 30_000;

/**
 * Forwards calls to the API. The browser talks only to this origin, so the session cookie belongs to it; the API's
 * address is set at start.
 */
async function forward(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const path = apiPath(pathname);
  if (!path) return refusal(404, 'unknown_route', 'There is nothing at this address.');
  const { method, body, headers, signal } = request;
  try {
    const answer = await fetch(apiUrl() + path + search, {
      method,
      headers: requestHeaders(headers),
      redirect: 'manual',
      cache: 'no-store',
      signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
      ...(body ? { body, duplex: 'half' } : {}),
    });
    return new Response(answer.body, { status: answer.status, headers: responseHeaders(answer.headers) });
  } catch {
    return refusal(502, 'unreachable', 'The Dundun API is unreachable.');
  }
}

const refusal = (status: number, code: string, error: string) =>
  Response.json({ error }, { status, headers: responseHeaders(new Headers({ 'Dundun-Error': code })) });

export { forward as DELETE, forward as GET, forward as POST, forward as PUT };
