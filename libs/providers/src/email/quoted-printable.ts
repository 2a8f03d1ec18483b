/** The longest line of an encoded part (RFC 2045), with the `=` of a soft line break. */
export const LINE_LENGTH = 76;
const [TAB, LF, CR, SPACE, DOT, EQUALS] = [0x09, 0x0a, 0x0d, 0x20, 0x2e, 0x3d];
const HEX = Buffer.from('0123456789ABCDEF', 'latin1');
/** Each byte becomes `=XX` at most, in lines that are never shorter than 61 characters before a soft line break. */
const BYTES_PER_BYTE = 3.2;

/** How many bytes a text of this many bytes can become. */
export function roomForEncoded(bytes: number): number {
  return Math.ceil(bytes * BYTES_PER_BYTE) + LINE_LENGTH;
}

/**
 * Writes UTF-8 as quoted-printable into `out` and returns where it ended. Line endings become CRLF. A blank at the end of a
 * line or of the text is encoded, and so is a dot that begins a line. No character is divided by a soft line break.
 * @param column how many characters the current line of `out` already has
 */
export function writeQuotedPrintable(source: Uint8Array, out: Buffer, start: number, column: number): number {
  const end = source.length;
  let at = start;
  let room = LINE_LENGTH - 1 - column;
  for (let from = 0; from < end; from++) {
    const byte = source[from] as number;
    // Nearly all bytes; a dot is one only within a line.
    if (IS_USUAL[byte] === 1 && room > 0) {
      out[at++] = byte;
      room -= 1;
      continue;
    }
    if (byte === CR || byte === LF) {
      if (byte === CR && source[from + 1] === LF) from++;
      out[at++] = CR;
      out[at++] = LF;
      room = LINE_LENGTH - 1;
      continue;
    }
    const isLiteral = isWrittenAsIs(byte) || ((byte === SPACE || byte === TAB) && !endsLine(source[from + 1]));
    const width = isLiteral ? 1 : byte < 0xc0 ? 3 : byte < 0xe0 ? 6 : byte < 0xf0 ? 9 : 12;
    if (room < width && !isContinuation(byte)) {
      out[at++] = EQUALS;
      out[at++] = CR;
      out[at++] = LF;
      room = LINE_LENGTH - 1;
    }
    if (isLiteral && !(byte === DOT && room === LINE_LENGTH - 1)) {
      out[at++] = byte;
      room -= 1;
    } else {
      out[at++] = EQUALS;
      out[at++] = HEX[byte >> 4] as number;
      out[at++] = HEX[byte & 15] as number;
      room -= 3;
    }
  }
  return at;
}

/**
 * Writes a text that needs no encoding (ASCII in lines of at most 76 characters) into `out` and returns where it ended; -1 if
 * it needs one. Line endings become CRLF.
 */
export function writeSevenBit(source: Uint8Array, out: Buffer, start: number): number {
  const end = source.length;
  let at = start;
  let lineStart = start;
  for (let from = 0; from < end; from++) {
    const byte = source[from] as number;
    if (byte >= SPACE && byte < 0x80) out[at++] = byte;
    else if (byte === TAB) out[at++] = byte;
    else if (byte === CR || byte === LF) {
      if (at - lineStart > LINE_LENGTH) return -1;
      if (byte === CR && source[from + 1] === LF) from++;
      out[at++] = CR;
      out[at++] = LF;
      lineStart = at;
    } else return -1;
  }
  return at - lineStart > LINE_LENGTH ? -1 : at;
}

const isWrittenAsIs = (byte: number) => byte > SPACE && byte < 0x7f && byte !== EQUALS;
const IS_USUAL = Uint8Array.from({ length: 256 }, (_, byte) => (isWrittenAsIs(byte) && byte !== DOT ? 1 : 0));
const endsLine = (next: number | undefined) => next === undefined || next === CR || next === LF;
/** A byte within a character, whose first byte made room for all of it. */
const isContinuation = (byte: number) => (byte & 0xc0) === 0x80;
