const HOME = '/';

/** A browser treats `//host` and `/\\host` as other sites. */
const isLocal = (path: string) => /^\/[^/\\]/.test(path);

/** Returns where to go after login: a path of this console, never another site. */
export function returnPath(wanted: string | null | undefined): string {
  if (!wanted || !isLocal(wanted)) return HOME;
  const { pathname, search } = new URL(wanted, 'http://console.invalid');
  return isLocal(pathname) && pathname !== '/login' ? pathname + search : HOME;
}

/** Returns the login URL that leads back to the current page. */
export function loginPath(from: string): string {
  const back = returnPath(from);
  return back === HOME ? '/login' : `/login?next=${encodeURIComponent(back)}`;
}
