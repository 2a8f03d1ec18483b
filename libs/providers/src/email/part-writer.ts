import { encode as base64, wrap as wrapBase64 } from 'nodemailer/lib/base64';
import { type IdentifiedPieces, roomForPieces, sizeOf, wholeOf, writePieces } from './prepared-pieces.js';
import { roomForEncoded, writeQuotedPrintable, writeSevenBit } from './quoted-printable.js';

export type TransferEncoding = '7bit' | 'quoted-printable' | 'base64';

/** A text part of a mail. */
export interface Part {
  type: 'text/plain' | 'text/html';
  /** The text, or writable pieces of it, most of which other mails have too. */
  content: string | IdentifiedPieces;
}

/** Longer texts are encoded, whatever they consist of. */
const MAX_SEVEN_BIT = 128 * 1024;
const HEADER_ROOM = 200;

/** How many bytes `writePart` can need. */
export function roomForPart({ content }: Part, encoding: 'quoted-printable' | undefined): number {
  if (typeof content === 'string') return roomForEncoded(Buffer.byteLength(content)) + HEADER_ROOM;
  return (encoding ? roomForPieces(content) : roomForEncoded(sizeOf(content).bytes)) + HEADER_ROOM;
}

/**
 * Writes the content of a part into `out`, in the encoding that suits it.
 * @param encoding what the whole mail needs; undefined if each part decides
 * @param boundary must not appear in the part
 * @param isHeaded whether the encoding and an empty line come first
 */
export function writePart(
  part: Part,
  out: Buffer,
  start: number,
  { encoding, boundary, isHeaded }: { encoding?: 'quoted-printable'; boundary: string; isHeaded: boolean },
): { end: number; transfer: TransferEncoding } {
  const begin = (transfer: TransferEncoding) =>
    isHeaded ? start + out.write(`Content-Transfer-Encoding: ${transfer}\r\n\r\n`, start, 'latin1') : start;
  if (typeof part.content !== 'string' && encoding === 'quoted-printable') {
    return { end: writePieces(part.content, out, begin('quoted-printable')), transfer: 'quoted-printable' };
  }
  const content = typeof part.content === 'string' ? part.content : wholeOf(part.content);
  const isQuoted = encoding === 'quoted-printable' || isMostlyLatin(content);
  const source = Buffer.from(content);
  if (content.length <= MAX_SEVEN_BIT && !content.includes(boundary)) {
    const end = writeSevenBit(source, out, begin('7bit'));
    if (end >= 0) return { end, transfer: '7bit' };
  }
  if (isQuoted) {
    return { end: writeQuotedPrintable(source, out, begin('quoted-printable'), 0), transfer: 'quoted-printable' };
  }
  const at = begin('base64');
  const wrapped = wrapBase64(base64(content.replace(/\r\n|\r|\n/g, '\r\n')));
  return { end: at + out.write(wrapped, at, 'latin1'), transfer: 'base64' };
}

/** Whether a text has more Latin letters than characters that would be encoded. */
function isMostlyLatin(text: string): boolean {
  let latin = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 0x80 || (code < 0x20 && code !== 9 && code !== 10 && code !== 13)) latin -= 1;
    else if ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a) latin += 1;
  }
  return latin > 0;
}
