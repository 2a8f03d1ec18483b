import { checkOrigin, cookieOf, SESSION_COOKIE, sessionOf } from '@dundun/platform/http';
import type { FastifyRequest } from 'fastify';
import { SESSION_SECONDS } from './sessions.repository.js';

const DEVICE_COOKIE = 'dundun_device';
const DEVICE_SECONDS = 365 * 24 * 60 * 60;

/** Builds a Set-Cookie header. */
export const cookie = (name: string, value: string, seconds: number, consoleUrl: string) =>
  `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${consoleUrl.startsWith('https:') ? '; Secure' : ''}`;

/**
 * Builds the Set-Cookie headers of a session and of the device. Scripts cannot read them, and forms of other sites do not send
 * them.
 */
export const setSession = ({ token, device }: { token: string; device: string }, consoleUrl: string): string[] => [
  cookie(SESSION_COOKIE, token, SESSION_SECONDS, consoleUrl),
  setDevice(device, consoleUrl),
];

/** Builds the Set-Cookie header of a device that is known from now on. */
export const setDevice = (device: string, consoleUrl: string): string =>
  cookie(DEVICE_COOKIE, device, DEVICE_SECONDS, consoleUrl);

/** Builds the Set-Cookie header that removes the session. The device stays known. */
export const clearSession = (consoleUrl: string) => cookie(SESSION_COOKIE, '', 0, consoleUrl);

/** Returns the token of a device that has signed in. */
const deviceOf = (request: FastifyRequest) => cookieOf(request, DEVICE_COOKIE);

/** Returns the cookies of an earlier session and of the device. */
export const earlierOf = (request: FastifyRequest) => ({ session: sessionOf(request), device: deviceOf(request) });

/** Refuses login CSRF. Only browsers send these headers, so their absence is accepted. @throws ForbiddenOriginError */
export function refuseOtherSites(request: FastifyRequest, consoleUrl: string): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (origin !== undefined || site !== undefined) checkOrigin(request, new URL(consoleUrl).origin);
}
