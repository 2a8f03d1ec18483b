import { expect, it } from '@jest/globals';
import { type AccessRule, checkAccess } from './credentials.js';
import { KeyKindNotAllowedError, SecretNeededError } from './refusals/credentials.js';

const full: AccessRule = { level: 'full' };
const key: AccessRule = { level: 'key' };
const browser: AccessRule = { level: 'key', browser: true };

it('lets key and secret do everything', () => {
  for (const rule of [full, key, browser])
    expect(() => checkAccess({ level: 'full', kind: 'browser' }, rule)).not.toThrow();
});

it('asks for the secret where the key is not enough', () => {
  expect(() => checkAccess({ level: 'key', kind: 'public' }, full)).toThrow(SecretNeededError);
  expect(() => checkAccess({ level: 'key', kind: 'public' }, key)).not.toThrow();
});

it('keeps a browser key to its few operations', () => {
  expect(() => checkAccess({ level: 'key', kind: 'browser' }, key)).toThrow(KeyKindNotAllowedError);
  expect(() => checkAccess({ level: 'key', kind: 'browser' }, browser)).not.toThrow();
});
