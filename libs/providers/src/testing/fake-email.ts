import type { FakeHttpOptions } from './fake-http.js';

/** What every fake of an email provider can be started with. */
export interface FakeEmailOptions extends FakeHttpOptions {
  /** Domains that the account may send from, for verification and for sending; `sender.test` when absent. */
  domains?: string[];
}

/** The address in `Name <address>`, or the text itself. */
export function bareAddress(mailbox: string): string {
  return /<([^<>]*)>\s*$/.exec(mailbox)?.[1] ?? mailbox.trim();
}

/** The part after the last `@`, lower case. */
export function domainOf(mailbox: string): string {
  return bareAddress(mailbox).split('@').at(-1)?.toLowerCase() ?? '';
}

/** What no provider takes for an address: no local part, no domain, a space or a bracket. */
export function isAddress(address: string): boolean {
  return /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>.]+$/.test(address);
}
