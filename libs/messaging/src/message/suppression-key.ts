import { emailKey } from '@dundun/domain';

/** Returns the spelling of an address in the suppression tables: one for each mailbox, and the digits of a number. */
export const suppressionKey = (address: string) => (address.includes('@') ? emailKey(address) : address);
