import { isWellFormed } from '@dundun/domain';

/** The credentials of an `Authorization: Basic` header; the secret can be empty. */
export interface BasicCredentials {
  key: string;
  secret: string;
}

/** Longer than any valid key and secret; longer headers are not decoded. */
const LONGEST_HEADER = 4_096;
const LONGEST_KEY = 255;
const BASIC = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Parses the header by RFC 7617, in UTF-8: the first colon ends the key. @returns null when malformed */
export function parseBasic(header: string): BasicCredentials | null {
  if (header.length > LONGEST_HEADER) return null;
  const encoded = BASIC.exec(header)?.[1];
  const text = encoded === undefined ? null : decode(encoded);
  const colon = text?.indexOf(':') ?? -1;
  // PostgreSQL refuses text with NUL.
  if (text === null || colon < 1 || colon > LONGEST_KEY || !isWellFormed(text)) return null;
  return { key: text.slice(0, colon), secret: text.slice(colon + 1) };
}

function decode(encoded: string): string | null {
  try {
    return utf8.decode(Buffer.from(encoded, 'base64'));
  } catch {
    return null;
  }
}
