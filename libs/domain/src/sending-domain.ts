import { domainOfEmail } from './email-address.js';
import { parseHostName } from './host-name.js';

/** Returns the domains that allow sending from this address if connected: its own, then each parent. */
export function domainsOver(email: string): string[] {
  const labels = domainOfEmail(email)?.split('.') ?? [];
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
}

/** Whether the address belongs to a connected domain or a subdomain of one. */
export function isUnderConnectedDomain(email: string, connected: readonly string[]): boolean {
  const allowed = new Set(connected.map((domain) => parseHostName(domain)));
  return domainsOver(email).some((domain) => allowed.has(domain));
}
