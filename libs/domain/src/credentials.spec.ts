import { expect, it } from '@jest/globals';
import { type AccessRule, checkKeyAlone } from './credentials.js';
import { KeyKindNotAllowedError, SecretNeededError } from './refusals/credentials.js';

const full: AccessRule = { level: 'full' };
const key: AccessRule = { level: 'key' };
const browser: AccessRule = { level: 'key', browser: true };

it('requires the secret where the key is not enough', () => {
  for (const kind of ['public', 'browser'] as const) expect(() => checkKeyAlone(kind, full)).toThrow(SecretNeededError);
  for (const rule of [key, browser]) expect(() => checkKeyAlone('public', rule)).not.toThrow();
});

it('restricts a browser key to its operations', () => {
  expect(() => checkKeyAlone('browser', key)).toThrow(KeyKindNotAllowedError);
  expect(() => checkKeyAlone('browser', browser)).not.toThrow();
});
