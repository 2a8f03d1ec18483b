import { describe, expect, it } from '@jest/globals';
import { newTotpSecret, stepOf, totpUri } from './one-time-codes.js';

/** The secret of RFC 6238, "12345678901234567890", in base32. */
const RFC = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('one-time codes', () => {
  it.each([
    [59, '287082'],
    [1111111109, '081804'],
    [1234567890, '005924'],
    [20000000000, '353130'],
  ])('are those of RFC 6238 at second %d', (second, code) => {
    expect(stepOf(RFC, code, second * 1000)).toBe(Math.floor(second / 30));
  });

  it('count one step early and late, and name the step that they belong to', () => {
    const at = (seconds: number) => stepOf(RFC, '081804', (1111111109 + seconds) * 1000);
    expect([at(-60), at(-30), at(0), at(30), at(61)]).toEqual([null, 37037036, 37037036, 37037036, null]);
  });

  it.each(['', '28708', '2870822', 'abcdef', '２８７０８２', '28 7082 ', '287082\0'])(
    'are refused or read by form: %j',
    (code) => expect(stepOf(RFC, code, 59_000)).toBe(code === '28 7082 ' ? 1 : null),
  );

  it('have secrets of 160 bits, and an address that names issuer and person', () => {
    const secret = newTotpSecret();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(secret).not.toBe(newTotpSecret());
    const uri = new URL(totpUri(secret, 'ada+x@example.com'));
    expect([uri.protocol, uri.host, uri.searchParams.get('secret')]).toEqual(['otpauth:', 'totp', secret]);
    expect(uri.searchParams.get('issuer')).toBe('Dundun');
    expect(decodeURIComponent(uri.pathname)).toContain('ada+x@example.com');
  });
});
