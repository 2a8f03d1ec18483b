/** The cookie that the API gives at login. */
export const SESSION_COOKIE = 'dundun_session';
