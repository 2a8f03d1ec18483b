import type { DnsRecordStatus } from '@dundun/domain';
import type { Dns } from './dns-resolver.service.js';

/** What a check says of one record. */
export interface DnsResult {
  status: DnsRecordStatus;
  found: string[];
  /** One sentence; null when there is nothing to change. */
  change: string | null;
}

export const right = (found: string[], change: string | null = null): DnsResult => ({ status: 'ok', found, change });
export const different = (found: string[], change: string): DnsResult => ({ status: 'different', found, change });
export const missing = (change: string): DnsResult => ({ status: 'missing', found: [], change });

/**
 * What a record that is not there should have been told: its name was doubled by the provider's form, or is an alias to
 * nothing. A question of these that gets no answer helps nobody, and is left out.
 */
export async function absent(type: string, name: string, domain: string, dns: Dns): Promise<DnsResult> {
  const doubled = await doubledName(type, name, domain, dns);
  if (doubled !== undefined) {
    const zone = doubled.slice(name.length + 1);
    return missing(
      `The record is at ${doubled}: your DNS provider added ${zone} to the name, so enter ${relative(name, zone)} there.`,
    );
  }
  const [alias] = await dns.cname(name).catch(() => []);
  if (alias !== undefined)
    return missing(
      `${name} is an alias (CNAME) of ${alias}, which has no such record: replace it by the record shown.`,
    );
  return missing(`Add the ${type} record shown.`);
}

/** Names end with the zone, which may be the domain or one of its parents. */
async function doubledName(type: string, name: string, domain: string, dns: Dns): Promise<string | undefined> {
  const ask = async (at: string): Promise<unknown[]> => {
    if (type === 'TXT') return dns.txt(at);
    if (type === 'MX') return dns.mx(at);
    return type === 'CNAME' ? dns.cname(at) : dns.addresses(at);
  };
  const names = zonesOver(domain).map((zone) => `${name}.${zone}`);
  const there = await Promise.all(
    names.map((at) =>
      ask(at).then(
        (found) => found.length > 0,
        () => false,
      ),
    ),
  );
  return names.find((_, index) => there[index]);
}

/** The domain and its parents, but no top-level domain. */
export function zonesOver(domain: string): string[] {
  const labels = domain.split('.');
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
}

const relative = (name: string, zone: string): string => (name === zone ? '@' : name.slice(0, -zone.length - 1));

/** Quotation marks belong to the notation of zone files; a form in the web takes them for part of the value. */
export const quoted = (text: string): boolean => /^\s*["'“]|["”]\s*$|" *"/.test(text);
export const QUOTES = 'Enter the value without the quotation marks.';

/** `v=spf1` and DMARC values at the same name as other texts: those that mean to be one. */
export const unquoted = (text: string): string =>
  text
    .replace(/["“”]/g, '')
    .replace(/^\s*'|'\s*$/g, '')
    .trim();
