import { encodeWord } from 'nodemailer/lib/mime-funcs';
import type MimeNode from 'nodemailer/lib/mime-node';
import { inOneLine } from './wire-mail.js';

/** The longest part of a text in one encoded word; the composer uses the same limit. */
const WORD_LENGTH = 52;
const ADDRESSES = /^(from|to|cc|reply-to)$/i;
/** Only the encoded words added here appear in quotes; anything similar in the input was encoded first. */
const IN_QUOTES = /"((?:=\?UTF-8\?Q\?[^?"]*\?= ?)+)"/g;

/** Encodes a text that contains what looks like an encoded word (RFC 2047), so that mail programs show it unchanged. */
export function asShown(text: string): string {
  return text.includes('=?') ? encodeWord(inOneLine(text), 'Q', WORD_LENGTH) : text;
}

/** Removes the quotes that the composer puts around encoded names: mail programs do not decode quoted text. */
export function withoutQuotes(mail: MimeNode): MimeNode {
  const encode = mail.encodeHeaderValue.bind(mail);
  mail.encodeHeaderValue = (key, value) =>
    ADDRESSES.test(key) ? encode(key, value).replace(IN_QUOTES, '$1') : encode(key, value);
  return mail;
}
