import type { Dns } from './dns-resolver.service.js';
import { absent, different, type DnsResult, quoted, QUOTES, right, unquoted, zonesOver } from './dns-result.js';
import type { DomainRecord } from './domain-records.js';
import { readTags } from './tag-list.js';

const IS_DMARC = /^v\s*=\s*DMARC1\s*(?:;|$)/i;
/** RFC 9989 removed them from DMARC. */
const DEPRECATED = ['pct', 'rf', 'ri'];
const POLICIES = ['none', 'quarantine', 'reject'];

/** Checks the DMARC policy of the domain or of the parent that covers it. */
export async function checkDmarc(record: DomainRecord, domain: string, dns: Dns): Promise<DnsResult> {
  const found = await policiesAt(record.name, dns);
  if (found.length > 0) return resultOf(found, '', ownAddressIn(record.value));
  for (const parent of zonesOver(domain).slice(1)) {
    const above = await policiesAt(`_dmarc.${parent}`, dns);
    if (above.length > 0) return resultOf(above, `_dmarc.${parent} covers this domain too. `);
  }
  return absent('TXT', record.name, domain, dns);
}

/** Returns the address of this service in the record to publish. */
const ownAddressIn = (value: string): string | undefined => /mailto:(dmarc-\d+-[\da-f]{32}@\S+)$/.exec(value)?.[1];

async function policiesAt(name: string, dns: Dns): Promise<string[]> {
  return (await dns.txt(name)).filter((text) => IS_DMARC.test(unquoted(text)));
}

function resultOf(found: string[], where = '', own?: string): DnsResult {
  const text = found[0] as string;
  if (found.length > 1)
    return different(
      found,
      `${where}There are ${found.length} DMARC records, so receivers ignore all of them: keep one.`,
    );
  const change = faultOf(text);
  if (change !== null) return different(found, where + change);
  const reportsTo = readTags(text).get('rua');
  const advice =
    own !== undefined && !reportsTo?.toLowerCase().includes(own)
      ? `Add mailto:${own} to rua to see here who sends in your name.`
      : reportsTo === undefined
        ? 'Add rua=mailto: with one of your mailboxes to receive reports about who sends in your name.'
        : '';
  return right(found, (where + advice).trim() || null);
}

function faultOf(text: string): string | null {
  if (quoted(text)) return QUOTES;
  const tags = readTags(text);
  if (tags.get('v') !== 'DMARC1') return 'It must begin with v=DMARC1, in capitals.';
  const policy = tags.get('p');
  if (policy === undefined) return 'It has no policy: add p=none.';
  if (!POLICIES.includes(policy.toLowerCase()))
    return `p=${policy} is not a valid policy: use p=none, p=quarantine or p=reject.`;
  const old = DEPRECATED.filter((tag) => tags.has(tag)).map((tag) => `${tag}=${tags.get(tag)}`);
  if (old.length > 0)
    return `Leave out ${old.join(' and ')}: RFC 9989 removed ${old.length > 1 ? 'them' : 'it'} from DMARC, and receivers ignore ${old.length > 1 ? 'them' : 'it'}.`;
  const strange = tags
    .get('rua')
    ?.split(',')
    .find((address) => !/^\s*mailto:/i.test(address));
  return strange === undefined
    ? null
    : `Reports cannot be sent to ${strange.trim()}: the address must begin with mailto:.`;
}
