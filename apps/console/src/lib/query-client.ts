import { ApiError } from '@dundun/client';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { keepDrafts } from './drafts';
import { loginPath } from './return-path';

const isFinal = (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 500;

const BEFORE_A_SESSION = ['/login', '/accept', '/forgot', '/reset'];

let isLeaving = false;

/** Says that the page logs out and is led elsewhere, or stays after all: until then, answers without a session lead nowhere. */
export function setLeaving(leaves: boolean): void {
  isLeaving = leaves;
  // A page that comes back from the history is not leaving.
  if (leaves) window.addEventListener('pageshow', () => setLeaving(false), { once: true });
}

/** A session can end on any request, and every one leads to the login page; a missing second factor leads to the account. */
function leaveWhenSignedOut(error: unknown): void {
  const { pathname, search } = window.location;
  if (isLeaving || !(error instanceof ApiError) || BEFORE_A_SESSION.includes(pathname)) return;
  if (error.code === 'two_factor_required' && pathname !== '/account') {
    keepDrafts();
    window.location.assign('/account');
  }
  if (error.status !== 401) return;
  keepDrafts();
  window.location.assign(loginPath(pathname + search));
}

export function makeQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: leaveWhenSignedOut }),
    mutationCache: new MutationCache({ onError: leaveWhenSignedOut }),
    defaultOptions: {
      queries: { staleTime: 2_000, retry: (failures, error) => !isFinal(error) && failures < 2 },
      mutations: { retry: false },
    },
  });
}
