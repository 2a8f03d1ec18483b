import { describe, expect, it } from '@jest/globals';
import { clearSession, setSession } from './session-cookie.js';

describe("the session's cookie", () => {
  it('is hidden from scripts and other sites', () => {
    expect(setSession('token', 'http://127.0.0.1:3001')).toBe(
      'dundun_session=token; Path=/; Max-Age=1209600; HttpOnly; SameSite=Lax',
    );
  });
  it('is Secure when the console uses https', () => {
    expect(setSession('token', 'https://console.example.com')).toMatch(/; Secure$/);
  });
  it('expires at once when cleared', () => {
    expect(clearSession('https://console.example.com')).toMatch(/^dundun_session=; Path=\/; Max-Age=0; .*Secure$/);
  });
});
