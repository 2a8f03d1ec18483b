import { LRUCache } from 'lru-cache';
import type { PiecewiseText } from '../adapter/provider.js';
import { LINE_LENGTH, roomForEncoded, writeQuotedPrintable } from './quoted-printable.js';

/** A text in pieces; the same id usually means the same fixed pieces. */
export interface IdentifiedPieces extends PiecewiseText {
  id: string;
}

interface EncodedPiece {
  bytes: Buffer;
  /** The length of its first line. */
  first: number;
  /** The length of its last line; null if it has no line break. */
  last: number | null;
}

interface PreparedText {
  fixed: readonly string[];
  /** Empty if one of them ends within a character or a line ending. */
  pieces: EncodedPiece[];
  /** How long the fixed pieces are, as they are and encoded. */
  size: TextSize;
  encodedBytes: number;
}

/** The length of a text in UTF-16 code units and in bytes of UTF-8. */
interface TextSize {
  length: number;
  bytes: number;
}

const MAX_BYTES = 8 * 1024 * 1024;
const LF = 0x0a;
const SOFT_BREAK = '=\r\n';

const prepared = new LRUCache<string, PreparedText>({
  maxSize: MAX_BYTES,
  // The pieces themselves, and their encoding.
  sizeCalculation: ({ size, pieces, encodedBytes }) => 100 + size.length + encodedBytes + 100 * pieces.length,
});

/** Returns the whole text. */
export function wholeOf({ fixed, values }: PiecewiseText): string {
  let whole = fixed[0] ?? '';
  for (let at = 1; at < fixed.length; at++) whole += (values[at - 1] ?? '') + (fixed[at] as string);
  return whole;
}

/** Returns the size of the whole text without joining it. */
export function sizeOf(text: IdentifiedPieces): TextSize {
  const { size } = preparedOf(text);
  let { length, bytes } = size;
  for (const value of text.values) {
    length += value.length;
    bytes += Buffer.byteLength(value);
  }
  return { length, bytes };
}

/** Whether `writePieces` can write the text: no piece ends within a character or a line ending. */
export function isWritable(text: IdentifiedPieces): boolean {
  const { fixed, values } = text;
  return values.length === fixed.length - 1 && preparedOf(text).pieces.length > 0 && !values.some(endsWithin);
}

/** How many bytes `writePieces` can need. */
export function roomForPieces(text: IdentifiedPieces): number {
  const values = text.values.reduce((sum, value) => sum + Buffer.byteLength(value), 0);
  const { encodedBytes, pieces } = preparedOf(text);
  return encodedBytes + roomForEncoded(values) + 2 * SOFT_BREAK.length * pieces.length;
}

/** Writes a writable text as quoted-printable into `out` and returns where it ended. */
export function writePieces(text: IdentifiedPieces, out: Buffer, start: number): number {
  const { values } = text;
  let at = start;
  let column = 0;
  for (const [index, { bytes, first, last }] of preparedOf(text).pieces.entries()) {
    if (column > 0 && column + first >= LINE_LENGTH) {
      at += out.write(SOFT_BREAK, at, 'latin1');
      column = 0;
    }
    at += bytes.copy(out, at);
    column = last ?? column + bytes.length;
    const value = values[index];
    if (!value) continue;
    at = writeQuotedPrintable(Buffer.from(value), out, at, column);
    column = columnAt(out, at, start);
  }
  return at;
}

/** The encoding of fixed pieces is kept for the next mail, which usually brings the very same list of them. */
function preparedOf({ id, fixed }: IdentifiedPieces): PreparedText {
  const known = prepared.get(id);
  if (known && (known.fixed === fixed || isSame(known.fixed, fixed))) return known;
  const pieces = fixed.some(endsWithin) ? [] : fixed.map(encoded);
  const size = {
    length: fixed.reduce((sum, piece) => sum + piece.length, 0),
    bytes: fixed.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0),
  };
  const fresh = { fixed, pieces, size, encodedBytes: pieces.reduce((sum, { bytes }) => sum + bytes.length, 0) };
  prepared.set(id, fresh);
  return fresh;
}

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((piece, at) => piece === other[at]);

function encoded(piece: string): EncodedPiece {
  const source = Buffer.from(piece);
  const out = Buffer.allocUnsafe(roomForEncoded(source.length));
  const bytes = Buffer.from(out.subarray(0, writeQuotedPrintable(source, out, 0, 0)));
  const [first, last] = [bytes.indexOf('\r\n'), bytes.lastIndexOf(LF)];
  return last === -1 ? { bytes, first: bytes.length, last: null } : { bytes, first, last: bytes.length - last - 1 };
}

/** Whether the next piece could continue what this one ends with: CR without LF, or half of a character. */
function endsWithin(piece: string): boolean {
  const last = piece.charCodeAt(piece.length - 1);
  return last === 0x0d || (last >= 0xd800 && last < 0xdc00);
}

function columnAt(out: Buffer, end: number, start: number): number {
  let at = end;
  while (at > start && out[at - 1] !== LF) at--;
  return end - at;
}
