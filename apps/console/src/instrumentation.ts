import type { IncomingMessage } from 'node:http';
import { decodable } from './lib/decodable';
import { appendAddress } from './lib/forwarded-for';

/**
 * Handles what must run before Next sees a request: Next keeps a client's X-Forwarded-For and hides the socket, and
 * answers 500 to a URL that cannot be decoded.
 */
export function register(): void {
  // Not an import: Next also compiles this file for its edge runtime, which is unused here and lacks the module.
  const { getBuiltinModule } = process;
  getBuiltinModule('node:diagnostics_channel').subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: IncomingMessage };
    const { headers, socket } = request;
    request.url = decodable(request.url ?? '/');
    headers['x-forwarded-for'] = appendAddress(headers['x-forwarded-for'], socket.remoteAddress);
  });
}
