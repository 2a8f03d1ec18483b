import { NextResponse, type NextRequest } from 'next/server';
import { contentSecurityPolicy } from '@/lib/content-security-policy';
import { isDevelopment } from '@/lib/env';
import { loginPath } from '@/lib/return-path';
import { SESSION_COOKIE } from '@/lib/session-cookie';

const OPEN = ['/login', '/login/sso', '/accept', '/forgot', '/reset'];

/**
 * Redirects pages without a session to the login, and sets a policy per page. The page itself checks whether the
 * session is live.
 */
export function proxy(request: NextRequest): NextResponse {
  const { pathname, search } = request.nextUrl;
  const isOpen = OPEN.includes(pathname) || request.cookies.has(SESSION_COOKIE);
  const nonce = btoa(crypto.randomUUID());
  const policy = contentSecurityPolicy(nonce, isDevelopment);

  const headers = new Headers(request.headers);
  headers.set('Content-Security-Policy', policy); // Next reads the nonce for its own scripts from here
  headers.set('x-nonce', nonce);
  headers.set('x-path', pathname + search);
  const response = isOpen
    ? NextResponse.next({ request: { headers } })
    : NextResponse.redirect(new URL(loginPath(pathname + search), request.url));
  response.headers.set('Content-Security-Policy', policy);
  response.headers.set('Cache-Control', 'private, no-store');
  return response;
}

export const config = { matcher: ['/((?!api/|_next/|icon.svg).*)'] };
