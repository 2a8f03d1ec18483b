import { ApiError, answerOf, createClient, type SessionView, type SignInOptionsView } from '@dundun/client';
import { cookies } from 'next/headers';
import { apiUrl } from './env';
import { SESSION_COOKIE } from './session-cookie';

const PATIENCE_MS = 10_000;

type SessionState = { kind: 'live'; session: SessionView } | { kind: 'none' } | { kind: 'unreachable' };

/** The ways to sign in; by password when the API cannot be asked, which then says so itself. */
export async function readSignInOptions(): Promise<SignInOptionsView> {
  const client = createClient(apiUrl(), (request) =>
    fetch(request, { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) }),
  );
  try {
    return await answerOf(client.GET('/console/sign-in'));
  } catch {
    return { password: true, single_sign_on: null };
  }
}

/** Asks the API who is signed in. */
export async function readSession(): Promise<SessionState> {
  const cookie = (await cookies()).get(SESSION_COOKIE);
  if (!cookie) return { kind: 'none' };
  const client = createClient(apiUrl(), (request) => {
    request.headers.set('cookie', `${SESSION_COOKIE}=${cookie.value}`);
    return fetch(request, { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) });
  });
  try {
    return { kind: 'live', session: await answerOf(client.GET('/console/session')) };
  } catch (error) {
    const refused = error instanceof ApiError && (error.status === 401 || error.status === 403);
    return { kind: refused ? 'none' : 'unreachable' };
  }
}
