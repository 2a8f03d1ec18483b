import { LRUCache } from 'lru-cache';
import { foldLines } from 'nodemailer/lib/mime-funcs';
import MimeNode from 'nodemailer/lib/mime-node';
import type { Address } from '../adapter/provider.js';
import { asShown, withoutQuotesIn } from './encoded-words.js';

/** Which of the two encodings encoded words use; undefined if each value decides. */
export type WordEncoding = 'quoted-printable' | undefined;

const FOLD_AT = 76;
/** A value that the composer writes as it is: no control character, nothing beyond ASCII, no quote. */
const PLAIN = /^[\x20\x21\x23-\x7e]*$/;
const PLAIN_NAME = /^[\x20-\x7e]*$/;
const WORDS = /^[\w ]*$/;
/** An address that needs no normalizing; anything else is left to the composer. */
const PLAIN_ADDRESS = /^[\w+-]+(?:\.[\w+-]+)*@(?:[a-z0-9]+(?:-[a-z0-9]+)*\.)+[a-z]{2,}$/;
const PLAIN_ID = /^<[\x21-\x7e]+>$/;
/** Headers with a syntax of their own. */
const STRUCTURED = new Set(['Message-ID', 'Reply-To', 'In-Reply-To', 'References', 'OTP-Token']);

/** The last plain field of each name: of most names, the next mail has the same. */
const last = new LRUCache<string, { value: string; field: string }>({ max: 1_000, maxSize: 1_000_000, sizeCalculation: ({ field }) => field.length + 100 }); // prettier-ignore
const names = new LRUCache<string, string>({ max: 1_000 });
/** Fields that need encoding: most of them, such as a sender's name, are the same in the next mail. */
const encoded = new LRUCache<string, string>({
  max: 500,
  maxSize: 500_000,
  sizeCalculation: (field) => field.length + 1,
});

/** Returns the header name as the composer writes it: `X-SHOP-id` becomes `X-Shop-ID`. */
export function headerName(name: string): string {
  let shown = names.get(name);
  if (shown === undefined) {
    const written = new MimeNode().addHeader(name, 'x@x.test').buildHeaders();
    shown = written.slice(0, written.indexOf(':'));
    names.set(name, shown);
  }
  return shown;
}

/** Returns a header field with its line ending, encoded and folded; '' if it has no value. */
export function textField(name: string, value: string, encoding: WordEncoding): string {
  const known = last.get(name);
  if (known?.value === value) return known.field;
  if (!PLAIN.test(value) || value.includes('=?') || STRUCTURED.has(name)) return encodedField(name, value, encoding);
  const field = folded(name, value);
  last.set(name, { value, field });
  return field;
}

/** Returns the Message-ID field with its line ending. */
export function idField(id: string): string {
  return PLAIN_ID.test(id) ? folded('Message-ID', id) : encodedField('Message-ID', id, undefined);
}

/** Returns the field of some mailboxes with its line ending; '' if there are none. */
export function addressField(name: string, addresses: readonly Address[], encoding: WordEncoding): string {
  let value = '';
  for (const each of addresses) {
    const shown = plainMailbox(each);
    if (shown === undefined) {
      const composed = addresses.map((one) => ({ name: asShown(one.name ?? ''), address: one.email }));
      return encodedField(name, composed, encoding);
    }
    value += value === '' ? shown : `, ${shown}`;
  }
  return folded(name, value);
}

function plainMailbox({ name = '', email }: Address): string | undefined {
  if (email.length > 254 || email.includes('--') || !PLAIN_ADDRESS.test(email)) return undefined;
  if (name === '') return email;
  if (name.length > 200 || !PLAIN_NAME.test(name) || name.includes('=?')) return undefined;
  return WORDS.test(name) ? `${name} <${email}>` : `"${name.replace(/["\\]/g, '\\$&')}" <${email}>`;
}

function encodedField(name: string, value: string | object, encoding: WordEncoding): string {
  const key = `${encoding ?? ''} ${name} ${JSON.stringify(value)}`;
  let field = encoded.get(key);
  if (field === undefined) {
    const options = { textEncoding: encoding };
    field = folded(name, withoutQuotesIn(name, MimeNode.encodeHeaderValue(name, value, options)));
    encoded.set(key, field);
  }
  return field;
}

function folded(name: string, value: string): string {
  if (value.trim() === '') return '';
  const field = `${name}: ${value}`;
  return `${field.length < FOLD_AT ? field : foldLines(field, FOLD_AT)}\r\n`;
}
