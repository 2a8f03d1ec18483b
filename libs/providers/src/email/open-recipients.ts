import type { Address, Mail } from '../provider.js';
import { wireAddress } from './wire-address.js';

/** The address fields of a mail, cut down to who still needs it. */
export interface OpenRecipients {
  to: Address[];
  cc: Address[];
  bcc: Address[];
}

/** One spelling of an address, to compare by. */
export function sameAddress(address: string): string {
  return onTheWire(address).toLowerCase();
}

/** An address with its domain in ASCII; one that cannot be written so stays as it is, for the provider to refuse. */
export function onTheWire(address: string): string {
  return wireAddress(address) ?? address;
}

/**
 * Who still needs the mail, nobody twice, domains in ASCII. Who stands in the envelope alone gets a blind copy. APIs want
 * somebody in `to`: when nobody of it is left the copies move up, and a single blind copy too. Several blind copies never
 * do, since they would see each other.
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
