import { encodeWord } from 'nodemailer/lib/mime-funcs';
import type MimeNode from 'nodemailer/lib/mime-node';
import { inOneLine } from './wire-mail.js';

/** The longest part of a text in one encoded word, as the composer itself cuts them. */
const WORD_LENGTH = 52;
const ADDRESSES = /^(from|to|cc|reply-to)$/i;
/** Only ours stand in quotes: whatever else begins like one was encoded before. */
const IN_QUOTES = /"((?:=\?UTF-8\?Q\?[^?"]*\?= ?)+)"/g;

/** A text that readers show as it is: one with what looks like an encoded word (RFC 2047) they would decode. */
export function asShown(text: string): string {
  return text.includes('=?') ? encodeWord(inOneLine(text), 'Q', WORD_LENGTH) : text;
}

/** The composer quotes the name of an address, and a quoted text is none that readers have to decode. */
export function withoutQuotes(mail: MimeNode): MimeNode {
  const encode = mail.encodeHeaderValue.bind(mail);
  mail.encodeHeaderValue = (key, value) =>
    ADDRESSES.test(key) ? encode(key, value).replace(IN_QUOTES, '$1') : encode(key, value);
  return mail;
}
