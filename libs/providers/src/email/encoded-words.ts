import { encodeWord } from 'nodemailer/lib/mime-funcs';
import type MimeNode from 'nodemailer/lib/mime-node';
import { inOneLine } from './wire-mail.js';

/** The longest part of a text in one encoded word; the composer uses the same limit. */
const WORD_LENGTH = 52;
/** A word of this length makes a line longer than an SMTP server must accept (998 characters). */
const LONGEST_WORD = 900;
const TOO_LONG = new RegExp(`\\S{${LONGEST_WORD}}`);
const ADDRESSES = /^(from|to|cc|reply-to)$/i;
/** Only the encoded words added here appear in quotes; anything similar in the input was encoded first. */
const IN_QUOTES = /"((?:=\?UTF-8\?Q\?[^?"]*\?= ?)+)"/g;

/**
 * Encodes a text that contains what looks like an encoded word (RFC 2047), so that mail programs show it unchanged, or a word
 * too long for a line.
 */
export function asShown(text: string): string {
  return text.includes('=?') || isTooLong(text) ? encodeWord(inOneLine(text), 'Q', WORD_LENGTH) : text;
}

/** The expression starts again at each character, so nearly all texts are spared it. */
const isTooLong = (text: string) => text.length >= LONGEST_WORD && TOO_LONG.test(text);

/** Encodes a header value with a word that does not fit in a line, where it cannot be folded. */
export function foldable(value: string): string {
  return isTooLong(value) ? encodeWord(value, 'Q', WORD_LENGTH) : value;
}

/** Removes the quotes that the composer puts around encoded names: mail programs do not decode quoted text. */
export function withoutQuotes(mail: MimeNode): MimeNode {
  const encode = mail.encodeHeaderValue.bind(mail);
  mail.encodeHeaderValue = (key, value) => withoutQuotesIn(key, encode(key, value));
  return mail;
}

/** Returns the encoded value of a header without the quotes around encoded names. */
export function withoutQuotesIn(name: string, value: string): string {
  return ADDRESSES.test(name) ? value.replace(IN_QUOTES, '$1') : value;
}
