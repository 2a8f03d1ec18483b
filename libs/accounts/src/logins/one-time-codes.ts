import { Secret, TOTP } from 'otpauth';

/** What every authenticator app supports; others ignore different values silently. */
const FORM = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Clocks of phones differ: the code before and the one after count too. */
const WINDOW = 1;
const SECRET_BYTES = 20;
const CODE = /^\d{6}$/;

/** Creates the secret of an authenticator, in base32. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** Returns the address that an authenticator app reads from a QR code. */
export const totpUri = (secret: string, email: string): string =>
  new TOTP({ ...FORM, issuer: 'Dundun', label: email, secret }).toString();

/** Returns the time step of a code (RFC 6238); null for a wrong one. */
export function stepOf(secret: string, code: string, now = Date.now()): number | null {
  const token = code.replace(/\s/g, '');
  if (!CODE.test(token)) return null;
  const delta = new TOTP({ ...FORM, secret }).validate({ token, timestamp: now, window: WINDOW });
  return delta === null ? null : TOTP.counter({ period: FORM.period, timestamp: now }) + delta;
}
