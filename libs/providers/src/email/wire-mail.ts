import type { Address, Mail } from '../provider.js';
import { onTheWire } from './open-recipients.js';
import { textFromHtml } from './text-from-html.js';

/** Fields that an API takes by other names, or that it writes itself. */
const OWN_HEADERS =
  /^(from|sender|to|cc|bcc|reply-to|resent-.*|subject|date|message-id|mime-version|content-.*|received|return-path|dkim-signature)$/i;

/** Whether it is a field name of RFC 5322. */
export function isHeaderName(name: string): boolean {
  return /^[!-9;-~]+$/.test(name);
}

/** A text on one line without control characters, as a header needs it. */
export function inOneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

/** A mailbox as RFC 5322 writes it, the name quoted, so that nothing in it can end it or begin another address. */
export function mailbox({ name, email }: Address): string {
  const shown = inOneLine(name ?? '');
  const address = onTheWire(email);
  return shown ? `"${shown.replace(/["\\]/g, '\\$&')}" <${address}>` : address;
}

/** The mail's own headers on one line each, without those that an API has other fields for. */
export function ownHeaders({ headers = {} }: Mail): [name: string, value: string][] {
  return Object.entries(headers)
    .filter(([name]) => !OWN_HEADERS.test(name))
    .map(([name, value]) => [name, inOneLine(value)]);
}

/** Text and HTML, the text derived when absent. Never empty texts, which APIs refuse: a mail without words is a space. */
export function bodiesOf({ text, html }: Mail): { text?: string; html?: string } {
  const plain = text ?? (html === undefined ? '' : textFromHtml(html));
  if (html) return plain.trim() === '' ? { html } : { text: plain, html };
  return { text: plain === '' ? ' ' : plain };
}
