import { describe, expect, it } from '@jest/globals';
import { clearSession, setSession } from './session-cookie.js';

describe("the session's cookie", () => {
  it('is hidden from scripts and other sites', () => {
    expect(setSession({ token: 'token', device: 'device' }, 'http://127.0.0.1:3001')).toEqual([
      'dundun_session=token; Path=/; Max-Age=1209600; HttpOnly; SameSite=Lax',
      'dundun_device=device; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax',
    ]);
  });
  it('is Secure when the console uses https', () => {
    for (const cookie of setSession({ token: 'token', device: 'device' }, 'https://console.example.com'))
      expect(cookie).toMatch(/; Secure$/);
  });
  it('expires at once when cleared', () => {
    expect(clearSession('https://console.example.com')).toMatch(/^dundun_session=; Path=\/; Max-Age=0; .*Secure$/);
  });
});
