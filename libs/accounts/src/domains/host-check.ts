import type { Dns } from './dns-resolver.service.js';
import { absent, different, type DnsResult, right } from './dns-result.js';
import type { DomainRecord } from './domain-records.js';

/** Checks that a name points to this service: as an alias or, where a DNS provider flattens aliases, with its addresses. */
export async function checkAlias({ name, value }: DomainRecord, domain: string, dns: Dns): Promise<DnsResult> {
  const [alias] = await dns.cname(name);
  if (alias === value) return right([alias]);
  const addresses = await dns.addresses(name);
  if (alias === undefined && addresses.length === 0) return absent('CNAME', name, domain, dns);
  const wanted = await dns.addresses(value);
  const found = alias === undefined ? addresses : [alias];
  if (addresses.length > 0 && addresses.every((address) => wanted.includes(address))) return right(found);
  const where = alias === undefined ? addresses.join(', ') : alias;
  return different(found, `It points to ${where}: make it an alias (CNAME) of ${value}.`);
}

/** Checks that a name has exactly this address. */
export async function checkAddress({ type, name, value }: DomainRecord, domain: string, dns: Dns): Promise<DnsResult> {
  const found = await dns.addresses(name);
  if (found.length === 0) return absent(type, name, domain, dns);
  if (found.every((address) => address === value)) return right(found);
  return different(found, `It points to ${found.join(', ')}: keep only the ${type} record ${value}.`);
}

/** Checks the MX records. All must point here, since senders use the others when one is unavailable. */
export async function checkMx({ name, value }: DomainRecord, domain: string, dns: Dns): Promise<DnsResult> {
  const exchanges = await dns.mx(name);
  if (exchanges.length === 0) return absent('MX', name, domain, dns);
  const wanted = value.split(' ')[1];
  const found = exchanges.map(({ priority, exchange }) => `${priority} ${exchange}`);
  const others = exchanges.filter(({ exchange }) => exchange !== wanted).map(({ exchange }) => exchange);
  if (others.length === 0) return right(found);
  return others.length === exchanges.length
    ? different(found, `Bounces go to ${others.join(', ')}: change the MX record to ${value}.`)
    : different(found, `Remove ${others.join(', ')}: bounces sent there are lost.`);
}
