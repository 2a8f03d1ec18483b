import { isWellFormed } from '@dundun/domain';

/** What an `Authorization: Basic` header carries; the secret may be empty. */
export interface BasicCredentials {
  key: string;
  secret: string;
}

/** Longer than any key and secret that can be stored; what is longer is not even decoded. */
const LONGEST_HEADER = 4_096;
const LONGEST_KEY = 255;
const BASIC = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Reads the header as RFC 7617 has it, in UTF-8: the first colon ends the key. Null when it is malformed. */
export function parseBasic(header: string): BasicCredentials | null {
  if (header.length > LONGEST_HEADER) return null;
  const encoded = BASIC.exec(header)?.[1];
  const text = encoded === undefined ? null : decode(encoded);
  const colon = text?.indexOf(':') ?? -1;
  // A text with a NUL cannot be asked of PostgreSQL.
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
