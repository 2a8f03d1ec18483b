const HOME = '/lists';

/** `//host` and `/\\host` are other sites for a browser. */
const isLocal = (path: string) => /^\/[^/\\]/.test(path);

/** Where to go after login: a path of this console, never another site. */
export function returnPath(wanted: string | null | undefined): string {
  if (!wanted || !isLocal(wanted)) return HOME;
  const { pathname, search } = new URL(wanted, 'http://console.invalid');
  return isLocal(pathname) && pathname !== '/login' ? pathname + search : HOME;
}

/** The login page that comes back to where one was. */
export function loginPath(from: string): string {
  const back = returnPath(from);
  return back === HOME ? '/login' : `/login?next=${encodeURIComponent(back)}`;
}
