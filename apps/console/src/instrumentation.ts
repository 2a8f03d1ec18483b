import type { IncomingMessage } from 'node:http';
import { appendAddress } from './lib/forwarded-for';

/** Next keeps a client's own X-Forwarded-For and hides the socket, so the address is noted before Next sees the request. */
export function register(): void {
  // Not an import: Next compiles this file for its edge runtime too, which we do not use and which has no such module.
  const { getBuiltinModule } = process;
  getBuiltinModule('node:diagnostics_channel').subscribe('http.server.request.start', (message) => {
    const { headers, socket } = (message as { request: IncomingMessage }).request;
    headers['x-forwarded-for'] = appendAddress(headers['x-forwarded-for'], socket.remoteAddress);
  });
}
