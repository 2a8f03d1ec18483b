import { bounceClass } from '@dundun/domain';
import { oneLine } from '../network-error.js';
import type { RecipientFact } from './delivery-status.js';
import { addressIn, dateIn, type MailFields } from './mail-fields.js';

/** Phrases of servers that send no report: those of qmail and Exim, and variations used elsewhere. */
const SAYS_SO =
  /qmail-send program|(could|can) ?not be delivered|unable to deliver|(wasn't|was not) able to deliver|delivery .{0,40}failed|undeliverable|has not yet been delivered|delivery .{0,40}delayed/i;
const DELAYED = /not yet been delivered|delayed|will (continue|keep) (to )?try|no action is required/i;
const COPY = /^-{3,} ?(below this line is|this is) a copy of.*$|^-{3,} ?(original message|the header of).*$/im;
const SERVER = /mailer-daemon|postmaster|mail delivery|delivery subsystem/i;
/** A line that names a recipient: `<ada@example.test>:` in qmail, an indented address in Exim. */
const NAMED = /^(?:[ \t]{1,8}|<)([^\s\p{Cc}<>;,:"()]{1,64}@[^\s\p{Cc}<>;,:"()]{1,255})>?:?[ \t]*$/u;

/** Splits a server's text into what it says and the copy of the message. */
export function splitCopy(text: string): { said: string; copy: string } {
  const at = COPY.exec(text);
  return at ? { said: text.slice(0, at.index), copy: text.slice(at.index + at[0].length) } : { said: text, copy: '' };
}

/** Reads a plain-text bounce as qmail and older Exim versions write it; empty for any other mail. */
export function readPlainBounce(headers: MailFields, text: string, limit: number): RecipientFact[] {
  const { said } = splitCopy(text);
  const failed = headers.get('x-failed-recipients');
  const isFromServer = SERVER.test(headers.get('from') ?? '') || headers.get('return-path') === '<>';
  if (!SAYS_SO.test(said) || !(isFromServer || failed)) return [];
  const kind = !failed && DELAYED.test(said) ? 'deferred' : 'bounced';
  const named = recipientsIn(said, limit);
  const listed = (failed ?? '')
    .split(',')
    .map(addressIn)
    .filter((address) => address !== null);
  const all = named.size > 0 ? named : new Map(listed.slice(0, limit).map((address) => [address, said] as const));
  return [...all].map(([recipient, words]) => ({
    kind,
    ...(kind === 'bounced' && { bounce: bounceClass(null, words) }),
    recipient,
    detail: oneLine(words),
    at: dateIn(headers.get('date')),
  }));
}

/** Maps each recipient to the lines about it, up to a blank line or the next recipient. */
function recipientsIn(said: string, limit: number): Map<string, string> {
  const found = new Map<string, string>();
  let current: string | null = null;
  for (const line of said.split(/\r?\n/)) {
    const address: string | undefined = NAMED.exec(line)?.[1];
    if (address !== undefined) current = found.size < limit || found.has(address) ? address : null;
    else if (line.trim() === '') current = null;
    if (current !== null) found.set(current, `${found.get(current) ?? ''} ${address === undefined ? line : ''}`);
  }
  return found;
}
