import { STATUS_CODES, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { newHexId } from '../database/new-id.js';

/** Answers requests that Node handles itself or ignores, with JSON, a code and a request id. */
export function answerAllRequests(server: Server): void {
  // Only 100-continue is supported; other expectations are refused by the onRequest hook.
  server.on('checkExpectation', (request, response) => void server.emit('request', request, response));
  server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    socket.on('error', () => socket.destroy());
    answer(socket, 404, 'unknown_route', 'There is no such operation.');
  });
}

/** Answers input that is not valid HTTP. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
  const text = `The request is not usable: ${String(STATUS_CODES[status]).toLowerCase()}.`;
  answer(socket, status, 'malformed_request', text);
}

/** Refuses a connection of an address that has too many. */
export function refuseConnection(socket: Socket): void {
  socket.on('error', () => socket.destroy());
  answer(socket, 429, 'rate_limited', 'This address has too many open connections.', ['Retry-After: 1']);
  socket.destroySoon();
}

function answer(socket: Socket, status: number, code: string, error: string, more: string[] = []): void {
  const body = JSON.stringify({ error });
  const headers = [
    `Request-Id: req_${newHexId()}`,
    `Dundun-Error: ${code}`,
    'Content-Type: application/json; charset=utf-8',
    'X-Content-Type-Options: nosniff',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    ...more,
  ];
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...headers, '', body].join('\r\n'));
}
