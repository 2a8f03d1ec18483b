import { createHash, type Hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';

const [TAB, LF, CR, SPACE] = [9, 10, 13, 32];
const CRLF = Buffer.from('\r\n');
const PIECE_BYTES = 64 * 1024;
/** After this many bytes of a body, hashing yields to the event loop. */
const TURN_BYTES = 512 * 1024;

/** A header field as it appears in a message. */
export interface HeaderField {
  /** The name in lower case. */
  name: string;
  /** The relaxed form of RFC 6376 section 3.4.2, without its line ending. */
  relaxed: string;
}

/** Splits a message with CRLF line endings; the header fields keep their order. */
export function splitMessage(message: Buffer): { fields: HeaderField[]; body: Buffer } {
  const end = message.indexOf('\r\n\r\n');
  const head = message.toString('latin1', 0, end === -1 ? message.length : end);
  const body = end === -1 ? message.subarray(message.length) : message.subarray(end + 4);
  const fields = head
    .split(/\r\n(?![ \t])/)
    .filter((field) => field.includes(':'))
    .map(relaxedHeader);
  return { fields, body };
}

/** Returns the relaxed form of a header field: name in lower case, unfolded, white space reduced. */
export function relaxedHeader(field: string): HeaderField {
  const colon = field.indexOf(':');
  const name = field.slice(0, colon).trim().toLowerCase();
  const value = field
    .slice(colon + 1)
    .replace(/\r\n/g, '')
    .replace(/[ \t]+/g, ' ')
    // No trim(): a byte that looks like a no-break space here is half of a letter.
    .replace(/^ | $/g, '');
  return { name, relaxed: `${name}:${value}` };
}

/** Returns the SHA-256 in base64 of the relaxed form of a body (RFC 6376 section 3.4.4). */
export async function hashOfBody(body: Buffer): Promise<string> {
  const relaxed = new RelaxedBody();
  for (let from = 0; from < body.length; from += TURN_BYTES) {
    if (from > 0) await setImmediate();
    relaxed.take(body, from, Math.min(from + TURN_BYTES, body.length));
  }
  return relaxed.digest();
}

/** Processes the bytes in one pass: time is linear in their number, whatever white space they contain. */
class RelaxedBody {
  private readonly hash: Hash = createHash('sha256');
  private readonly out = Buffer.allocUnsafe(PIECE_BYTES + 2);
  private used = 0;
  private lines = 0;
  private isSpaced = false;
  private isEmpty = true;

  take(body: Buffer, from: number, to: number): void {
    for (let at = from; at < to; at++) {
      const byte = body[at] as number;
      if (byte === SPACE || byte === TAB) this.isSpaced = true;
      else if (byte === CR && body[at + 1] === LF) continue;
      else if (byte === LF && body[at - 1] === CR) this.endLine();
      else this.write(byte);
    }
  }

  digest(): string {
    // Of the trailing line endings exactly one counts, even if the message has none.
    this.hash.update(this.out.subarray(0, this.used));
    if (!this.isEmpty) this.hash.update(CRLF);
    return this.hash.digest('base64');
  }

  /** Drops white space at the end of a line, and holds back empty lines until another line follows. */
  private endLine(): void {
    this.isSpaced = false;
    this.lines += 1;
  }

  private write(byte: number): void {
    for (; this.lines > 0; this.lines--) {
      this.put(CR);
      this.put(LF);
    }
    if (this.isSpaced) this.put(SPACE);
    this.isSpaced = false;
    this.isEmpty = false;
    this.put(byte);
  }

  private put(byte: number): void {
    this.out[this.used++] = byte;
    if (this.used < PIECE_BYTES) return;
    this.hash.update(this.out.subarray(0, this.used));
    this.used = 0;
  }
}
