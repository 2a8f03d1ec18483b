import { createHash, type Hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';

const [TAB, LF, CR, SPACE] = [9, 10, 13, 32];
const TO_REDUCE = /\r|\t| {2}/;
/** A space that is followed by another or by a line ending. */
const REDUCIBLE = / [ \r]/;
const CRLF = Buffer.from('\r\n');
const PIECE_BYTES = 64 * 1024;
const SCRATCH = Buffer.allocUnsafeSlow(PIECE_BYTES + 4);
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
  const fields: HeaderField[] = [];
  for (let from = 0; from < head.length;) {
    const to = endOfField(head, from);
    const field = head.slice(from, to);
    if (field.includes(':')) fields.push(relaxedHeader(field));
    from = to + 2;
  }
  return { fields, body };
}

/** A line that begins with white space continues the field. */
function endOfField(head: string, from: number): number {
  let end = head.indexOf('\r\n', from);
  while (end !== -1 && (head[end + 2] === ' ' || head[end + 2] === '\t')) end = head.indexOf('\r\n', end + 2);
  return end === -1 ? head.length : end;
}

/** Returns the relaxed form of a header field: name in lower case, unfolded, white space reduced. */
export function relaxedHeader(field: string): HeaderField {
  const colon = field.indexOf(':');
  const name = field.slice(0, colon).trim().toLowerCase();
  let value = field.slice(colon + 1);
  if (TO_REDUCE.test(value)) value = value.replace(/\r\n/g, '').replace(/[ \t]+/g, ' ');
  // No trim(): a byte that looks like a no-break space here is half of a letter.
  const from = value.startsWith(' ') ? 1 : 0;
  const to = value.endsWith(' ') ? -1 : undefined;
  return { name, relaxed: `${name}:${value.slice(from, to)}` };
}

/** Returns the SHA-256 in base64 of the relaxed form of a body (RFC 6376 section 3.4.4). */
export async function hashOfBody(body: Buffer): Promise<string> {
  const known = recent.find((one) => one.body.equals(body));
  if (known) return known.hash;
  const hash = isRelaxed(body) ? hashOfRelaxed(body) : await hashOfAny(body);
  if (body.length <= MAX_RECENT_BYTES && recent.unshift({ body, hash }) > MAX_RECENT) recent.pop();
  return hash;
}

/** Whether a body has no white space to reduce, apart from empty lines at its end. Large ones are not looked at. */
function isRelaxed(body: Buffer): boolean {
  if (body.length > PIECE_BYTES || body.at(-1) === SPACE || body.includes(TAB)) return false;
  return !REDUCIBLE.test(body.toString('latin1'));
}

function hashOfRelaxed(body: Buffer): string {
  let end = body.length;
  while (end >= 2 && body[end - 1] === LF && body[end - 2] === CR) end -= 2;
  const hash = createHash('sha256').update(body.subarray(0, end));
  return (end > 0 ? hash.update(CRLF) : hash).digest('base64');
}

async function hashOfAny(body: Buffer): Promise<string> {
  const relaxed = new RelaxedBody();
  for (let from = 0; from < body.length; from += TURN_BYTES) {
    if (from > 0) await setImmediate();
    relaxed.take(body, from, Math.min(from + TURN_BYTES, body.length));
  }
  return relaxed.digest();
}

/** Bodies that were just signed: the same content often goes to many without being personalized. */
const recent: { body: Buffer; hash: string }[] = [];
const MAX_RECENT = 4;
const MAX_RECENT_BYTES = 128 * 1024;

/** Processes the bytes in one pass: time is linear in their number, whatever white space they contain. */
class RelaxedBody {
  private readonly hash: Hash = createHash('sha256');
  private readonly out = SCRATCH;
  private used = 0;
  private lines = 0;
  private isSpaced = false;
  private isEmpty = true;

  take(body: Buffer, from: number, to: number): void {
    const { out } = this;
    let { used, lines, isSpaced } = this;
    for (let at = from; at < to; at++) {
      const byte = body[at] as number;
      if (byte <= SPACE) {
        if (byte === SPACE || byte === TAB) {
          isSpaced = true;
          continue;
        }
        if (byte === CR && body[at + 1] === LF) continue;
        if (byte === LF && body[at - 1] === CR) {
          // White space at the end of a line is dropped, and empty lines are held back until another line follows.
          isSpaced = false;
          lines += 1;
          continue;
        }
      }
      while (lines > 0) {
        out[used++] = CR;
        out[used++] = LF;
        lines -= 1;
        if (used >= PIECE_BYTES) used = this.flush(used);
      }
      if (isSpaced) {
        out[used++] = SPACE;
        isSpaced = false;
      }
      out[used++] = byte;
      if (used >= PIECE_BYTES) used = this.flush(used);
    }
    // The memory serves all bodies; nothing of this one stays in it over a turn.
    used = this.flush(used);
    Object.assign(this, { used, lines, isSpaced });
  }

  digest(): string {
    // Of the trailing line endings exactly one counts, even if the message has none.
    if (!this.isEmpty) this.hash.update(CRLF);
    return this.hash.digest('base64');
  }

  private flush(used: number): number {
    if (used > 0) this.hash.update(this.out.subarray(0, used));
    this.isEmpty &&= used === 0;
    return 0;
  }
}
