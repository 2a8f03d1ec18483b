import type { Dns } from './dns-resolver.service.js';
import { absent, different, type DnsResult, quoted, QUOTES, right, unquoted } from './dns-result.js';
import type { DomainRecord } from './domain-records.js';

const IS_SPF = /^v=spf1(?: |$)/i;
const MECHANISM = /^[+?~-]?(?:all|(?:include|exists|ip4|ip6):\S+|(?:a|mx|ptr)(?:[:/]\S+)?)$/i;
const MODIFIER = /^[a-z][\w.-]*=/i;
const ASKS_DNS = /^[+?~-]?(?:include:|exists:|redirect=|(?:a|mx|ptr)(?:[:/]|$))/i;
const LETS_SOMEBODY = /^(?:\+?(?:include|exists|ip4|ip6|a|mx|ptr)(?:[:/]|$)|redirect=)/i;
/** RFC 7208 section 4.6.4. */
const MOST_QUESTIONS = 10;

/** Which servers are the right ones only the operator and the SMTP provider know, so any sound list of some is right. */
export async function checkSpf(record: DomainRecord, domain: string, dns: Dns): Promise<DnsResult> {
  const texts = await dns.txt(record.name);
  const found = texts.filter((text) => IS_SPF.test(unquoted(text)));
  const [text] = found;
  if (text === undefined) return absent('TXT', record.name, domain, dns);
  if (found.length > 1)
    return different(
      found,
      `There are ${found.length} SPF records at this name, and receivers take none then: keep one.`,
    );
  const change = faultOf(text);
  return change === null ? right(found) : different(found, change);
}

function faultOf(text: string): string | null {
  if (quoted(text)) return QUOTES;
  const terms = text.trim().split(/ +/).slice(1);
  const odd = terms.find((term) => !MECHANISM.test(term) && !MODIFIER.test(term));
  if (odd !== undefined) return `${odd} is nothing that SPF knows: replace the value by the one shown.`;
  if (terms.some((term) => /^\+?all$/i.test(term))) return 'It lets everybody send in your name: end it with ~all.';
  if (!terms.some((term) => LETS_SOMEBODY.test(term))) return 'It lets nobody send: replace it by the value shown.';
  const questions = terms.filter((term) => ASKS_DNS.test(term)).length;
  if (questions > MOST_QUESTIONS)
    return `It makes receivers look up ${questions} names, and they stop after ${MOST_QUESTIONS}: leave some out.`;
  return null;
}
