import { LRUCache } from 'lru-cache';
import type { PiecewiseText } from '../adapter/provider.js';
import { LINE_LENGTH, roomForEncoded, writeQuotedPrintable } from './quoted-printable.js';

/** A text in pieces; the same id means the same fixed pieces. */
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
  pieces: EncodedPiece[];
}

const MAX_BYTES = 8 * 1024 * 1024;
const LF = 0x0a;
const NONE: PreparedText = { fixed: [], pieces: [] };
const SOFT_BREAK = '=\r\n';

const prepared = new LRUCache<string, PreparedText>({
  maxSize: MAX_BYTES,
  // The pieces themselves, and their encoding.
  sizeCalculation: ({ pieces }) => pieces.reduce((sum, { bytes }) => sum + 2 * bytes.length + 100, 100),
});

/** How many bytes `writePieces` can need beyond those of the whole text. */
export function roomForPieces({ fixed }: PiecewiseText): number {
  return 2 * SOFT_BREAK.length * fixed.length;
}

/**
 * Writes a text as quoted-printable into `out` and returns where it ended. The encoding of fixed pieces is kept for the next
 * mail. Returns -1 if the pieces are not those of the text, or if one ends within a character or a line ending.
 */
export function writePieces(text: string, { id, fixed, values }: IdentifiedPieces, out: Buffer, start: number): number {
  if (fixed.some(endsWithin) || values.some(endsWithin)) return -1;
  const known = prepared.get(id);
  const { pieces } = known && consistsOf(text, known.fixed, values) ? known : prepare(text, id, { fixed, values });
  if (pieces.length === 0) return -1;
  let at = start;
  let column = 0;
  for (const [index, { bytes, first, last }] of pieces.entries()) {
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

function prepare(text: string, id: string, { fixed, values }: PiecewiseText): PreparedText {
  if (!consistsOf(text, fixed, values)) return NONE;
  const fresh = { fixed, pieces: fixed.map(encoded) };
  prepared.set(id, fresh);
  return fresh;
}

/** Costs a tenth of what encoding does, and makes wrong pieces harmless. */
function consistsOf(text: string, fixed: readonly string[], values: readonly string[]): boolean {
  if (values.length !== fixed.length - 1) return false;
  let at = 0;
  const follows = (piece: string) => text.slice(at, (at += piece.length)) === piece;
  return fixed.every((piece, index) => follows(piece) && follows(values[index] ?? '')) && at === text.length;
}

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
