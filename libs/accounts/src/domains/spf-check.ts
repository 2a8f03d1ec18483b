import type { Dns } from './dns-resolver.service.js';
import { absent, different, type DnsResult, quoted, QUOTES, right, unquoted } from './dns-result.js';
import type { DomainRecord } from './domain-records.js';

const IS_SPF = /^v=spf1(?: |$)/i;
const MECHANISM = /^[+?~-]?(?:all|(?:include|exists|ip4|ip6):\S+|(?:a|mx|ptr)(?:[:/]\S+)?)$/i;
const MODIFIER = /^[a-z][\w.-]*=/i;
const NEEDS_LOOKUP = /^[+?~-]?(?:include:|exists:|redirect=|(?:a|mx|ptr)(?:[:/]|$))/i;
const ALLOWS_A_SERVER = /^(?:\+?(?:include|exists|ip4|ip6|a|mx|ptr)(?:[:/]|$)|redirect=)/i;
/** RFC 7208 section 4.6.4. */
const MOST_LOOKUPS = 10;

/** Checks the SPF record. Only the operator and the SMTP provider know the right servers, so any valid list is accepted. */
export async function checkSpf(record: DomainRecord, domain: string, dns: Dns): Promise<DnsResult> {
  const texts = await dns.txt(record.name);
  const found = texts.filter((text) => IS_SPF.test(unquoted(text)));
  const [text] = found;
  if (text === undefined) return absent('TXT', record.name, domain, dns);
  if (found.length > 1)
    return different(
      found,
      `There are ${found.length} SPF records at this name, so receivers ignore all of them: keep one.`,
    );
  const change = faultOf(text);
  return change === null ? right(found) : different(found, change);
}

function faultOf(text: string): string | null {
  if (quoted(text)) return QUOTES;
  const terms = text.trim().split(/ +/).slice(1);
  const odd = terms.find((term) => !MECHANISM.test(term) && !MODIFIER.test(term));
  if (odd !== undefined) return `${odd} is not a valid SPF term: replace the value with the one shown.`;
  if (terms.some((term) => /^\+?all$/i.test(term)))
    return 'It allows every server to send in your name: end it with ~all.';
  if (!terms.some((term) => ALLOWS_A_SERVER.test(term)))
    return 'It allows no server to send: replace it with the value shown.';
  const lookups = terms.filter((term) => NEEDS_LOOKUP.test(term)).length;
  if (lookups > MOST_LOOKUPS)
    return `It makes receivers look up ${lookups} names, but they stop after ${MOST_LOOKUPS}: remove some.`;
  return null;
}
