import type { DnsRecordStatus } from '@dundun/domain';
import type { Dns } from './dns-resolver.service.js';

/** The result of checking one DNS record. */
export interface DnsResult {
  status: DnsRecordStatus;
  found: string[];
  /** What to change, as one sentence; null for nothing. */
  change: string | null;
}

export const right = (found: string[], change: string | null = null): DnsResult => ({ status: 'ok', found, change });
export const different = (found: string[], change: string): DnsResult => ({ status: 'different', found, change });
const missing = (change: string): DnsResult => ({ status: 'missing', found: [], change });

/**
 * Explains a missing record: the form of the DNS provider may have doubled its name, or the name may be a dangling alias. Failed
 * lookups are ignored here.
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
      `${name} is an alias (CNAME) of ${alias}, which has no such record: replace it with the record shown.`,
    );
  return missing(`Add the ${type} record shown.`);
}

/** Returns the name with its zone appended once more, if the record exists there. The zone can be the domain or a parent. */
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

/** Returns the domain and its parents, without the top-level domain. */
export function zonesOver(domain: string): string[] {
  const labels = domain.split('.');
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
}

const relative = (name: string, zone: string): string => (name === zone ? '@' : name.slice(0, -zone.length - 1));

/** Whether the value contains quotation marks of zone-file notation, which web forms take as part of the value. */
export const quoted = (text: string): boolean => /^\s*["'“]|["”]\s*$|" *"/.test(text);
export const QUOTES = 'Enter the value without the quotation marks.';

/** Strips quotation marks, to recognise an SPF or DMARC record among other texts. */
export const unquoted = (text: string): string =>
  text
    .replace(/["“”]/g, '')
    .replace(/^\s*'|'\s*$/g, '')
    .trim();
