import { ForbiddenOriginError } from '@dundun/domain';
import type { FastifyRequest } from 'fastify';

export const SESSION_COOKIE = 'dundun_session';

/** The session cookie of the console. */
export function sessionOf(request: FastifyRequest): string | undefined {
  const cookies = request.headers.cookie;
  return cookies === undefined ? undefined : new RegExp(`(?:^|;\\s*)${SESSION_COOKIE}=([^;]+)`).exec(cookies)?.[1];
}

/** A browser sends the cookie for whoever asks, so a change must come from the console's own pages. */
export function checkOrigin(request: FastifyRequest, consoleOrigin: string): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const site = request.headers['sec-fetch-site'];
  if (site === undefined ? request.headers.origin !== consoleOrigin : site !== 'same-origin')
    throw new ForbiddenOriginError();
}
