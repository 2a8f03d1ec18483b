import { KeyKindNotAllowedError, SecretNeededError } from './refusals/credentials.js';

/** What the caller presented: the API key alone, or the key and its secret. */
export type CredentialLevel = 'key' | 'full';

/** Kind of an API key: `public` reaches every key-level operation, `browser` only those meant for web pages. */
export type KeyKind = 'public' | 'browser';

/** What an operation requires; with `browser`, browser keys are allowed too. */
export interface AccessRule {
  level: CredentialLevel;
  browser?: boolean;
}

/** Checks a call with the key alone. @throws SecretNeededError, KeyKindNotAllowedError */
export function checkKeyAlone(kind: KeyKind, rule: AccessRule): void {
  if (rule.level === 'full') throw new SecretNeededError();
  if (kind === 'browser' && !rule.browser) throw new KeyKindNotAllowedError();
}
