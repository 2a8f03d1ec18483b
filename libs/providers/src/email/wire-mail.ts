import type { Address, Mail } from '../adapter/provider.js';
import { onTheWire } from './open-recipients.js';
import { derivedText } from './text-from-html.js';

/** Headers that an API takes as other fields or writes itself. */
const OWN_HEADERS =
  /^(from|sender|to|cc|bcc|reply-to|resent-.*|subject|date|message-id|mime-version|content-.*|received|return-path|dkim-signature)$/i;

/** Whether the name is a valid field name (RFC 5322). */
export function isHeaderName(name: string): boolean {
  return /^[!-9;-~]+$/.test(name);
}

/** Puts a text on one line without control characters, as a header requires. */
export function inOneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

/** Writes a mailbox as RFC 5322 does, with the name quoted, so that it cannot end early or begin another address. */
export function mailbox({ name, email }: Address): string {
  const shown = inOneLine(name ?? '');
  const address = inOneLine(onTheWire(email));
  return shown ? `"${shown.replace(/["\\]/g, '\\$&')}" <${address}>` : address;
}

/** Returns the mail's custom headers, each on one line, without those that an API has other fields for. */
export function ownHeaders({ headers = {} }: Mail): [name: string, value: string][] {
  return Object.entries(headers)
    .filter(([name]) => !OWN_HEADERS.test(name))
    .map(([name, value]) => [name, inOneLine(value)]);
}

/** Returns the mail's tags for a provider that takes printable ASCII; other characters become `_`. */
export function asciiTags({ tags = [] }: Mail, { longest }: { longest: number }): string[] {
  return unique(
    tags.map((tag) =>
      inOneLine(tag)
        .replace(/[^\x20-\x7e]/gu, '_')
        .slice(0, longest),
    ),
  );
}

/** Returns the mail's tags for a provider whose tags are pairs: `tag`, `tag_2` and so on, in letters, digits, `_` and `-`. */
export function namedTags({ tags = [] }: Mail): { name: string; value: string }[] {
  const values = unique(tags.map((tag) => tag.replace(/[^\w-]/gu, '_').slice(0, LONGEST_VALUE)));
  return values.map((value, at) => ({ name: at === 0 ? 'tag' : `tag_${at + 1}`, value }));
}

const LONGEST_VALUE = 256;
const unique = (tags: string[]) => [...new Set(tags)].filter((tag) => tag !== '');

/** Returns the text part of a mail, derived from the HTML if absent. */
export function textOf({ text, html, subject }: Mail): string {
  return text ?? (html ? derivedText({ html, subject: inOneLine(subject) }) : '');
}

/**
 * Returns text and HTML, with the text derived if absent. APIs refuse empty texts, so a mail without content becomes a
 * space.
 */
export function bodiesOf(mail: Mail): { text?: string; html?: string } {
  const { html } = mail;
  const plain = textOf(mail);
  if (html) return plain.trim() === '' ? { html } : { text: plain, html };
  return { text: plain === '' ? ' ' : plain };
}
