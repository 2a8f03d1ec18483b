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

/** Throws SecretNeededError or KeyKindNotAllowedError when the key alone does not reach the operation. */
export function checkKeyAlone(kind: KeyKind, rule: AccessRule): void {
  if (rule.level === 'full') throw new SecretNeededError();
  if (kind === 'browser' && !rule.browser) throw new KeyKindNotAllowedError();
}
