import { describe, expect, it } from '@jest/globals';
import { loginPath, returnPath } from './return-path';

describe('returnPath', () => {
  it.each(['/events?uid=a%20b', '/lists/1', '/inbox/1?channel=sms'])('returns to %s', (path) => {
    expect(returnPath(path)).toBe(path);
  });

  it.each([
    null,
    '',
    '/',
    'lists',
    '//evil.test',
    '/\\evil.test',
    'https://evil.test',
    'javascript:alert(1)',
    '/login',
  ])('returns home instead of %s', (path) => expect(returnPath(path)).toBe('/'));

  it('never leaves the console, whatever the spelling', () => {
    for (const path of ['/\t/evil.test', '/\n/evil.test', '/./\\evil.test', '/a/..//evil.test']) {
      const url = new URL(returnPath(path), 'https://console.test');
      expect(url.host).toBe('console.test');
    }
  });
});

describe('loginPath', () => {
  it('remembers the current page', () => {
    expect(loginPath('/events?uid=1')).toBe('/login?next=%2Fevents%3Fuid%3D1');
    expect(loginPath('/')).toBe('/login');
  });
});
