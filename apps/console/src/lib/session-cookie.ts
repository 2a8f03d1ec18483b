/** The cookie set by the API on login. */
export const SESSION_COOKIE = 'dundun_session';
