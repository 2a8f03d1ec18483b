import { createHmac } from 'node:crypto';

/**
 * Signs the uid of a user whom your server has authenticated. Give the result to the page, for `identify` of
 * `@dundun/browser`; it proves that the page acts for this user.
 * @param identitySecret the identity secret of the workspace, `di_…`; it must never reach a page
 * @throws TypeError for an empty argument
 */
export function signIdentity(identitySecret: string, uid: string): string {
  if (typeof identitySecret !== 'string' || identitySecret === '')
    throw new TypeError('identitySecret must be the identity secret of the workspace.');
  if (typeof uid !== 'string' || uid === '') throw new TypeError('uid must be the id of the user, as text.');
  return createHmac('sha256', identitySecret).update(uid).digest('hex');
}
