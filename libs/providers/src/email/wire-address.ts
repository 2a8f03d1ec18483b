import { domainToASCII } from 'node:url';

/** Would end the command or the angle brackets that an address is written in. */
// eslint-disable-next-line no-control-regex -- control characters are what it looks for
const UNSPEAKABLE = /[\x00-\x1f\x7f<>]/;

/** Returns an address for the SMTP envelope, its domain in ASCII; null if it cannot be expressed. */
export function wireAddress(address: string): string | null {
  const trimmed = address.trim();
  const at = trimmed.lastIndexOf('@');
  if (at < 1 || UNSPEAKABLE.test(trimmed)) return null;
  const domain = trimmed.slice(at + 1);
  return `${trimmed.slice(0, at)}@${domainToASCII(domain) || domain}`;
}
