import { ForbiddenOriginError } from '@dundun/domain';
import type { FastifyRequest } from 'fastify';

export const SESSION_COOKIE = 'dundun_session';

/** Returns the value of a cookie. @param name without characters that regular expressions interpret */
export function cookieOf(request: FastifyRequest, name: string): string | undefined {
  const cookies = request.headers.cookie;
  return cookies === undefined ? undefined : new RegExp(`(?:^|;\\s*)${name}=([^;]+)`).exec(cookies)?.[1];
}

/** Returns the value of the console's session cookie. */
export const sessionOf = (request: FastifyRequest): string | undefined => cookieOf(request, SESSION_COOKIE);

/** Refuses a change that does not come from the console's pages, since browsers send the cookie for any site. @throws ForbiddenOriginError */
export function checkOrigin(request: FastifyRequest, consoleOrigin: string): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const site = request.headers['sec-fetch-site'];
  if (site === undefined ? request.headers.origin !== consoleOrigin : site !== 'same-origin')
    throw new ForbiddenOriginError();
}
