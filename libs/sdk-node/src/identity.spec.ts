import { expect, it } from '@jest/globals';
import { signIdentity } from './identity.js';

it('is the hex HMAC-SHA256 of the uid', () => {
  expect(signIdentity('di_secret', 'user-ada')).toBe(
    '2073af196846ef5fe3ad95ce6127aa79b78c97fd7e873e4f44544515b7ce91d6',
  );
  expect(signIdentity('di_secret', 'é ☃')).toMatch(/^[0-9a-f]{64}$/);
});

it('refuses an empty secret or uid, which would sign for everybody', () => {
  expect(() => signIdentity('', 'user-ada')).toThrow(TypeError);
  expect(() => signIdentity('di_secret', '')).toThrow(TypeError);
  expect(() => signIdentity('di_secret', undefined as unknown as string)).toThrow(TypeError);
});
