import { bounceClass } from '@dundun/domain';
import { oneLine } from '../adapter/network-error.js';
import { isAutoReply } from './auto-reply.js';
import type { RecipientFact } from './delivery-status.js';
import { addressIn, dateIn, type MailFields } from './mail-fields.js';

/** Phrases of servers that send no report. Each system has its own; the tests hold a sample of every one. */
const SAYS_SO = new RegExp(
  [
    "qmail-send program|(could|can) ?not be (delivered|sent)|unable to deliver|(wasn[’']t|was not) (able to deliver|delivered)",
    'delivery .{0,40}failed|undeliver(able|ed)|failure notice|returned (to sender|mail)|non[- ]?deliver(y|ed|able)',
    'has not yet been delivered|delivery .{0,40}delayed|warning: (could not send|message)',
    'did not reach the following recipient|attempting to deliver a message|error delivering your mail|delivery (problems|failure|error)',
    '(following|these) (address(es)?|recipients?)( \\(?es\\)?)? (failed|had|was|were)|rejected by a remote|may not exist, or you may not have permission',
    'nicht zugestellt werden|unzustellbar|pas pu être (remis|distribué|livré|délivré)|no (se )?(ha |pudo )?(podido )?(ser )?entrega',
    'não (pôde|foi|pode) .{0,20}entregue|не (было|может быть) доставлено|недоставлен',
  ].join('|'),
  'i',
);
const DELAYED =
  /not yet been delivered|delayed|will (continue|keep) (to )?try|no action is required|could not send message for past|still (being )?(un)?deliver/i;
/** The line above the copy of the message: nothing after it is the server's. */
const COPY = new RegExp(
  [
    '^-{3,} ?(below this line is|this is) a copy of.*$',
    '^[-\\s]*(original message follows|below is a copy of the original message|message header follows).*$',
    '^-{2,} ?(original message|the header of|unsent message|message header|your original message).*$',
    '^received:[ \\t]*(from|by)\\b.*$|^return-path:[ \\t]*<.*$',
  ].join('|'),
  'im',
);
const SERVER = /mailer-daemon|postmaster|mail delivery|delivery (sub)?system|system administrator|mail administrator/i;
const ADDRESS = String.raw`([^\s\p{Cc}<>;,:"'()\[\]]{1,64}@[^\s\p{Cc}<>;,:"'()\[\]]{1,255})`;
/** A line of its own, `<ada@example.test>:` in qmail, an indented address in Exim, a quoted one in GMX. */
const ALONE = new RegExp(
  String.raw`^[ \t>]{0,8}["'<]?${ADDRESS}[>"']?(?: ?\([^()]{0,80}\)| ?<[^<>]{0,255}>)?:?[ \t]*$`,
  'u',
);
/** An address and what the server says about it: `<ada@example.test>: host … said: 550 …`, `ada@example.test on Thu, …`. */
const LEADING = new RegExp(String.raw`^[ \t]{0,8}["'<]?${ADDRESS}[>"']?(?: ?\([^()]{0,80}\))?[:,]?[ \t]+(\S.*)$`, 'u');
/** An address inside a sentence, for systems that give it no line. */
const WITHIN = new RegExp(
  String.raw`(?:your (?:e-?mail|mail|message) to|delivered to|recipient(?: address)?|user\(s\)|address|unknown user|allowed size|sent to|\bto):?[ \t]*["'<]?${ADDRESS}`,
  'iu',
);
const LONGEST_WORDS = 1_000;

/** Splits a server's text into what it says and the copy of the message. */
export function splitCopy(text: string): { said: string; copy: string } {
  const at = COPY.exec(text);
  if (!at) return { said: text, copy: '' };
  const isHeader = /^(received|return-path):/i.test(at[0]);
  return { said: text.slice(0, at.index), copy: text.slice(at.index + (isHeader ? 0 : at[0].length)) };
}

/** Tells whether a mail server, not a person, wrote the mail. */
export const isFromServer = (headers: MailFields): boolean =>
  SERVER.test(headers.get('from') ?? '') || headers.get('return-path') === '<>';

/** Reads a bounce without a status part, as qmail, Exim, GMX, Exchange 2003, Domino and others write it; empty for any other mail. */
export function readPlainBounce(headers: MailFields, text: string, limit: number): RecipientFact[] {
  const { said } = splitCopy(text);
  const failed = headers.get('x-failed-recipients');
  const subject = headers.get('subject') ?? '';
  if (isAutoReply(headers) || !(isFromServer(headers) || failed)) return [];
  if (!SAYS_SO.test(`${subject}\n${said}`)) return [];
  const kind = !failed && DELAYED.test(`${subject}\n${said}`) ? 'deferred' : 'bounced';
  const all = recipientsOf(said, failed, limit);
  return [...all].map(([recipient, words]) => ({
    kind,
    ...(kind === 'bounced' && { bounce: classOf(words, all.size === 1 ? `${subject}\n${said}` : '') }),
    recipient,
    detail: oneLine(words || said || subject),
    at: dateIn(headers.get('date')),
  }));
}

/** The words about the recipient decide; if they tell nothing, the rest of the mail may. */
function classOf(words: string, rest: string) {
  const ofWords = bounceClass(null, words);
  return ofWords === 'soft' && rest !== '' ? bounceClass(null, rest) : ofWords;
}

/** Maps each recipient to the words about it; one entry without a recipient if the mail names none. */
function recipientsOf(said: string, failed: string | undefined, limit: number): Map<string | null, string> {
  const named = recipientsIn(said, limit);
  if (named.size > 0) return named;
  const listed = (failed ?? '')
    .split(',')
    .map(addressIn)
    .filter((address) => address !== null);
  if (listed.length > 0) return new Map(listed.slice(0, limit).map((address) => [address, said] as const));
  return new Map([[WITHIN.exec(said)?.[1] ?? null, said]]);
}

/** Maps each recipient to the lines about it, up to a blank line, or up to the next recipient if there are none. */
function recipientsIn(said: string, limit: number): Map<string, string> {
  const found = new Map<string, { about: string; after: string }>();
  let current: { about: string; after: string } | undefined;
  let isOpen = false;
  for (const line of said.split(/\r?\n/)) {
    const [, address, words = ''] = ALONE.exec(line) ?? LEADING.exec(line) ?? [];
    if (address !== undefined) {
      current = found.get(address);
      if (!current && found.size < limit) found.set(address, (current = { about: '', after: '' }));
      isOpen = true;
    } else if (line.trim() === '') isOpen = false;
    if (!current) continue;
    const part = address === undefined ? line.trim() : words;
    if (isOpen) current.about += ` ${part}`;
    else if (current.after.length < LONGEST_WORDS) current.after += ` ${part}`;
  }
  return new Map([...found].map(([address, { about, after }]) => [address, /\p{L}{2}/u.test(about) ? about : after]));
}
