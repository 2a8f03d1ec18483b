import type { Dns } from './dns-resolver.service.js';
import { absent, different, type DnsResult, quoted, QUOTES, right } from './dns-result.js';
import type { DomainRecord } from './domain-records.js';
import { readTags } from './tag-list.js';

/** Checks the TXT record of a DKIM key, directly or through an alias. */
export async function checkDkim(record: DomainRecord, domain: string, dns: Dns): Promise<DnsResult> {
  const found = await dns.txt(record.name);
  const [text] = found;
  if (text === undefined) return absent('TXT', record.name, domain, dns);
  if (found.length > 1)
    return different(found, `There are ${found.length} TXT records at this name: keep only the one shown.`);
  const change = faultOf(text, record.value);
  return change === null ? right(found) : different(found, change);
}

function faultOf(text: string, wanted: string): string | null {
  const [tags, right] = [readTags(text), readTags(wanted)];
  if (quoted(text)) return QUOTES;
  if (text.includes('\\')) return 'Enter the value without the backslashes.';
  if (!tags.has('p')) return 'This is not a DKIM key: replace it with the value shown.';
  const version = tags.get('v');
  if (version !== undefined && (version !== 'DKIM1' || [...tags.keys()][0] !== 'v'))
    return 'The value must begin with v=DKIM1: replace it with the value shown.';
  if (tags.get('p') === '') return 'The key is revoked, since its p= is empty: replace it with the value shown.';
  const type = tags.get('k') ?? 'rsa';
  if (type !== right.get('k')) return `The record declares the key type ${type}: it must be k=${right.get('k')}.`;
  return faultOfKey(keyOf(tags), keyOf(right)) ?? faultOfUse(tags);
}

/** Returns the key without white space, which is allowed within it. */
const keyOf = (tags: Map<string, string>): string => (tags.get('p') ?? '').replace(/\s/g, '');

function faultOfKey(key: string, wanted: string): string | null {
  if (key === wanted) return null;
  if (wanted.startsWith(key))
    return `The key is cut off after ${key.length} of its ${wanted.length} characters: enter the whole value, split into strings of at most 255 characters if your DNS provider requires it.`;
  return 'This is another key: replace it with the value shown.';
}

function faultOfUse(tags: Map<string, string>): string | null {
  const has = (tag: string, wanted: string) =>
    (tags.get(tag) ?? wanted).split(':').some((part) => part.trim() === wanted || part.trim() === '*');
  if (!has('h', 'sha256')) return `Leave out h=${tags.get('h')}: the signatures use sha256.`;
  if (!has('s', 'email')) return `Leave out s=${tags.get('s')}: the key is used for email.`;
  return null;
}
