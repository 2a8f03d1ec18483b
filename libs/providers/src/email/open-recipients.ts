import type { Address, Mail } from '../adapter/provider.js';
import { wireAddress } from './wire-address.js';

/** The address fields of a mail, reduced to the recipients that still need it. */
export interface OpenRecipients {
  to: Address[];
  cc: Address[];
  bcc: Address[];
}

/** Normalizes an address for comparison. */
export function sameAddress(address: string): string {
  return onTheWire(address).toLowerCase();
}

/**
 * Returns an address with its domain in ASCII. An address that cannot be converted stays as it is, for the provider to
 * refuse.
 */
export function onTheWire(address: string): string {
  return wireAddress(address) ?? address;
}

/**
 * Returns the recipients that still need the mail, without duplicates, domains in ASCII. A recipient named only in the
 * envelope gets a blind copy. APIs require a `to`: if it would be empty, the copies move up, or a single blind copy.
 * Several blind copies never move up, since they would see each other.
 */
export function openRecipients(mail: Mail): OpenRecipients {
  const open = new Set(mail.recipients.map(sameAddress));
  const take = (addresses: Address[]) =>
    addresses.flatMap(({ name, email }) =>
      open.delete(sameAddress(email)) ? [{ ...(name && { name }), email: onTheWire(email) }] : [],
    );
  const [to, cc, blind] = [take(mail.to), take(mail.cc), take(mail.bcc)];
  const bcc = [...blind, ...take(mail.recipients.map((email) => ({ email })))];
  if (to.length > 0) return { to, cc, bcc };
  if (cc.length > 0) return { to: cc, cc: [], bcc };
  return bcc.length === 1 ? { to: bcc, cc: [], bcc: [] } : { to, cc, bcc };
}
