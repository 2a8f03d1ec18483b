import { parseHostName } from './host-name.js';
import { hasLength, isHeaderText, utf8Bytes } from './text.js';

/** An address of a message: the mailbox as written, and the display name if there is one. */
export interface MailAddress {
  name: string | null;
  email: string;
}

/** The longest addr-spec that SMTP can carry, in bytes (RFC 5321 with erratum 1690). */
export const LONGEST_EMAIL = 254;
const LONGEST_NAME = 255;
const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
/** As LOCAL, with letters, marks and digits of any script (RFC 6531). */
const LOCAL_OF_ANY_SCRIPT = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const NAME_ADDR = /^(.*)<([^<>]+)>$/s;
const QUOTED = /^"((?:[^"\\]|\\.)*)"$/s;
// A bare comma or semicolon would separate two addresses; a bare quote or bracket means a broken one.
const NOT_IN_BARE_NAME = /[<>",;\\]/;

function split(email: string, shape = LOCAL_OF_ANY_SCRIPT): { local: string; domain: string } | null {
  if (email.length > LONGEST_EMAIL) return null;
  const at = email.lastIndexOf('@');
  const local = email.slice(0, at).normalize();
  const bytes = utf8Bytes(local);
  if (at < 1 || bytes > 64 || !shape.test(local) || email.endsWith('.')) return null;
  const domain = parseHostName(email.slice(at + 1));
  return domain !== null && bytes + 1 + domain.length <= LONGEST_EMAIL ? { local, domain } : null;
}

/** Whether the text is a plain address such as `ada@example.com`: dot-atom, then a host name (IDN allowed). */
export function isEmail(text: string): boolean {
  return split(text, LOCAL) !== null;
}

/** Whether the text is an address that mail can be sent to: as `isEmail`, with a local part of any script (RFC 6531). */
function isMailbox(text: string): boolean {
  return split(text) !== null;
}

let [lastEmail, lastKey] = ['', ''];

/** Returns the form that all spellings of a mailbox share: lower case, with the domain in punycode. */
export function emailKey(email: string): string {
  // A row of an import asks eight times in a row for the key of one address.
  if (email === lastEmail) return lastKey;
  const parts = split(email);
  [lastEmail, lastKey] = [email, parts ? `${parts.local.toLowerCase()}@${parts.domain}` : email.toLowerCase()];
  return lastKey;
}

/**
 * Returns the form that the spellings of one mailbox share at large providers: without dots and without what follows a plus.
 * Only limits may use it, because elsewhere these are different mailboxes.
 */
export function mailboxKey(email: string): string {
  const key = emailKey(email);
  const at = key.lastIndexOf('@');
  const local = key.slice(0, Math.max(at, 0));
  const folded = local.replace(/\+.*$/s, '').replaceAll('.', '');
  return folded === '' ? key : `${folded}${key.slice(at)}`;
}

let [lastSender, lastDomain]: [string, string | null] = ['', null];

/** Returns the domain of an address in punycode and lower case; null for text that is not an address. */
export function domainOfEmail(email: string): string | null {
  // The mails of a claim ask twice each for the domain of one sender.
  if (email !== lastSender) [lastSender, lastDomain] = [email, split(email)?.domain ?? null];
  return lastDomain;
}

function parseName(text: string): string | null | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const quoted = QUOTED.exec(trimmed)?.[1];
  if (quoted === undefined && NOT_IN_BARE_NAME.test(trimmed)) return undefined;
  const name = quoted === undefined ? trimmed : quoted.replace(/\\(.)/gs, '$1').trim();
  return hasLength(name, 0, LONGEST_NAME) ? name || null : undefined;
}

/** Parses `ada@example.com`, `Ada <ada@example.com>` or `"Lovelace, Ada" <ada@example.com>`; returns null for anything else. */
export function parseMailAddress(text: string): MailAddress | null {
  if (text.length > 1024 || !isHeaderText(text)) return null;
  const trimmed = text.trim();
  if (isMailbox(trimmed)) return { name: null, email: trimmed.normalize() };
  const match = NAME_ADDR.exec(trimmed);
  const email = match?.[2]?.trim() ?? '';
  if (!match || !isMailbox(email)) return null;
  const name = parseName(match[1] ?? '');
  return name === undefined ? null : { name, email: email.normalize() };
}
