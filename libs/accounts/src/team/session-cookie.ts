import { SESSION_COOKIE } from '@dundun/platform/http';
import { SESSION_SECONDS } from './sessions.repository.js';

const cookie = (value: string, seconds: number, consoleUrl: string) =>
  `${SESSION_COOKIE}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${consoleUrl.startsWith('https:') ? '; Secure' : ''}`;

/** Builds the Set-Cookie header of a session. Scripts cannot read it, and forms of other sites do not send it. */
export const setSession = (token: string, consoleUrl: string) => cookie(token, SESSION_SECONDS, consoleUrl);

/** Builds the Set-Cookie header that removes the session. */
export const clearSession = (consoleUrl: string) => cookie('', 0, consoleUrl);
