import { LRUCache } from 'lru-cache';
import { foldable } from './encoded-words.js';
import { isHeaderName } from './wire-mail.js';

/** Written from the mail or by the composer; a custom header of the same name would duplicate or contradict it. */
const OWN_HEADERS = /^(from|sender|to|cc|bcc|resent-.*|subject|date|message-id|mime-version|content-.*)$/i;
/** Folding these breaks the DKIM check of some relays, so they stay on one line. */
const UNFOLDED = /^list-unsubscribe/i;
/** No encoded words in these. */
const STRUCTURED = /^(list-.*|in-reply-to|references|reply-to|otp-token)$/i;
/** The longest line an SMTP server must accept, without CRLF. */
const MAX_LINE = 998;

/** A header that a caller added. */
export interface CustomHeader {
  name: string;
  /** On one line. */
  value: string;
  /** Whether the value is written without encoding and folding. */
  isAsIs: boolean;
}

interface HeaderKind {
  isOwn: boolean;
  isUnfolded: boolean;
  isStructured: boolean;
}

const kinds = new LRUCache<string, HeaderKind>({ max: 1_000 });

/** @throws TypeError for an invalid name */
function kindOf(name: string): HeaderKind {
  let kind = kinds.get(name);
  if (!kind) {
    if (!isHeaderName(name)) throw new TypeError(`${JSON.stringify(name)} is not a header name`);
    kind = { isOwn: OWN_HEADERS.test(name), isUnfolded: UNFOLDED.test(name), isStructured: STRUCTURED.test(name) };
    kinds.set(name, kind);
  }
  return kind;
}

/**
 * Returns the headers that a caller added, without those that are written from the mail.
 * @throws TypeError for an invalid header name
 */
export function customHeaders(headers: Record<string, string> = {}): CustomHeader[] {
  const custom: CustomHeader[] = [];
  for (const name of Object.keys(headers)) {
    const { isOwn, isUnfolded, isStructured } = kindOf(name);
    if (isOwn) continue;
    const line = (headers[name] as string).replace(/[\r\n]+/g, ' ');
    const isAsIs = isUnfolded && /^[\x20-\x7e]*$/.test(line) && name.length + 2 + line.length <= MAX_LINE;
    custom.push({ name, value: isStructured ? line : foldable(line), isAsIs });
  }
  return custom;
}
