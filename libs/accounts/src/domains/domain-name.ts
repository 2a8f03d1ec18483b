import { isIP } from 'node:net';
import { parseHostName, type FieldFault } from '@dundun/domain';

/** Leaves room for the names of its records within the 253 characters of a DNS name. */
const LONGEST = 220;
const field = 'domain';

/** Normalizes a domain name for storage, or explains what is wrong with it. */
export function readDomainName(text: string): string | FieldFault {
  const given = text.trim();
  const domain = parseHostName(given);
  if (domain !== null && domain.length <= LONGEST) return domain;
  return { field, message: faultOf(given) };
}

function faultOf(text: string): string {
  const scheme = /^[a-z][a-z0-9+.-]*:\/\//i.exec(text)?.[0];
  if (scheme !== undefined) return `must be a domain name alone: leave out ${scheme}`;
  if (text.includes('@')) return 'must be a domain name, not an email address: leave out everything up to the @';
  if (isIP(text.replace(/^\[|\]$/g, '')) > 0) return 'must be a domain name, not an IP address';
  if (text.includes('/')) return 'must be a domain name alone, without a path';
  if (/:\d+$/.test(text)) return 'must be a domain name alone, without a port';
  if (text.startsWith('*.')) return 'must be a domain name without *.: it covers its subdomains anyway';
  if (text.includes('_')) return 'must be a domain name, which has no underscores';
  if (/^[^.\s]+\.?$/.test(text)) return 'must be a whole domain name, such as example.com';
  if (text.length > LONGEST) return `must be a domain name of at most ${LONGEST} characters`;
  return 'must be a domain name';
}
