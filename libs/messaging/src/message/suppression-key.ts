import { emailKey } from '@dundun/domain';

/** How an address stands in the suppression tables: one spelling of each mailbox, digits of a number. */
export const suppressionKey = (address: string) => (address.includes('@') ? emailKey(address) : address);
