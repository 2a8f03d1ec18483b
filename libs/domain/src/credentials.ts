import { KeyKindNotAllowedError, SecretNeededError } from './refusals/credentials.js';

/** What a caller showed: the API key alone, or the key and its secret. */
export type CredentialLevel = 'key' | 'full';

/** What a key is for: `public` is the wire contract's user name level, `browser` the narrower one for web pages. */
export type KeyKind = 'public' | 'browser';

/** What an operation asks for; `browser` says that a browser key may call it too. */
export interface AccessRule {
  level: CredentialLevel;
  browser?: boolean;
}

/** Throws SecretNeededError or KeyKindNotAllowedError when the credentials do not reach the operation. */
export function checkAccess(shown: { level: CredentialLevel; kind: KeyKind }, rule: AccessRule): void {
  if (shown.level === 'full') return;
  if (rule.level === 'full') throw new SecretNeededError();
  if (shown.kind === 'browser' && !rule.browser) throw new KeyKindNotAllowedError();
}
