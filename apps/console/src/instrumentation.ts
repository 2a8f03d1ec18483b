import type { IncomingMessage } from 'node:http';
import { decodable } from './lib/decodable';
import { appendAddress } from './lib/forwarded-for';

/**
 * What has to happen before Next sees a request: it keeps a client's own X-Forwarded-For and hides the socket, and it
 * answers 500 to an address that cannot be decoded.
 */
export function register(): void {
  // Not an import: Next compiles this file for its edge runtime too, which we do not use and which has no such module.
  const { getBuiltinModule } = process;
  getBuiltinModule('node:diagnostics_channel').subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: IncomingMessage };
    const { headers, socket } = request;
    request.url = decodable(request.url ?? '/');
    headers['x-forwarded-for'] = appendAddress(headers['x-forwarded-for'], socket.remoteAddress);
  });
}
