import { domainToASCII } from 'node:url';

/** Would end the command or the angle brackets that an address is written in. */
// eslint-disable-next-line no-control-regex -- control characters are what it looks for
const UNSPEAKABLE = /[\x00-\x1f\x7f<>]/;

/** A domain that is in ASCII already. Numbers at the end could be an IPv4 address, and two hyphens an encoded name. */
const PLAIN_DOMAIN = /^(?:[a-z0-9]+(?:-[a-z0-9]+)*\.)+[a-z]{2,}$/;

/** Returns an address for the SMTP envelope, its domain in ASCII; null if it cannot be expressed. */
export function wireAddress(address: string): string | null {
  const trimmed = address.trim();
  const at = trimmed.lastIndexOf('@');
  if (at < 1 || UNSPEAKABLE.test(trimmed)) return null;
  const domain = trimmed.slice(at + 1);
  if (PLAIN_DOMAIN.test(domain)) return trimmed;
  return `${trimmed.slice(0, at)}@${domainToASCII(domain) || domain}`;
}
