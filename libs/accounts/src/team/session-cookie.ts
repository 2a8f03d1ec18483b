import { SESSION_COOKIE } from '@dundun/platform/http';
import { SESSION_SECONDS } from './sessions.repository.js';

const cookie = (value: string, seconds: number, consoleUrl: string) =>
  `${SESSION_COOKIE}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${consoleUrl.startsWith('https:') ? '; Secure' : ''}`;

/** The header that gives a browser its session; scripts cannot read it, and other sites' forms do not send it. */
export const setSession = (token: string, consoleUrl: string) => cookie(token, SESSION_SECONDS, consoleUrl);

export const clearSession = (consoleUrl: string) => cookie('', 0, consoleUrl);
