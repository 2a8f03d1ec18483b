import type { FakeHttpOptions } from './fake-http.js';

/** Options of every fake email provider. */
export interface FakeEmailOptions extends FakeHttpOptions {
  /** Domains the account may send from, for verification and for sending; `sender.test` when absent. */
  domains?: string[];
}

/** Returns the address in `Name <address>`, or the text itself. */
export function bareAddress(mailbox: string): string {
  return /<([^<>]*)>\s*$/.exec(mailbox)?.[1] ?? mailbox.trim();
}

/** Returns the part after the last `@`, in lower case. */
export function domainOf(mailbox: string): string {
  return bareAddress(mailbox).split('@').at(-1)?.toLowerCase() ?? '';
}

/** Whether a provider would accept the address: it has a local part and a domain, and no spaces or brackets. */
export function isAddress(address: string): boolean {
  return /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>.]+$/.test(address);
}
