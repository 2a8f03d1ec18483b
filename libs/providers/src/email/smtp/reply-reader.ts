/** The most bytes of an incomplete reply. RFC 5321 allows 512 a line, and real servers send a few lines. */
const MAX_REPLY = 16 * 1024;
const [LF, CR, SPACE, DASH, ZERO] = Buffer.from('\n\r -0') as unknown as [number, number, number, number, number];
const NOTHING = Buffer.alloc(0);

/** One whole reply of a server. Its bytes become text only on demand. */
export class Reply {
  /** @param code 0 if the bytes are not an SMTP reply */
  constructor(
    readonly code: number,
    private readonly bytes: Buffer,
    private readonly from: number,
    private readonly to: number,
  ) {}

  /** All lines, decoded as UTF-8, or as Latin-1 if they are not UTF-8. */
  get text(): string {
    const text = this.bytes.toString('utf8', this.from, this.to);
    return text.includes('\uFFFD') ? this.bytes.toString('latin1', this.from, this.to) : text;
  }

  get isPositive(): boolean {
    return this.code >= 200 && this.code < 300;
  }
}

/** Splits the bytes that a server sends into replies. */
export class ReplyReader {
  /** The bytes received of an incomplete reply. */
  private rest: Buffer = NOTHING;

  /** Returns the replies that the chunk completes. @throws Error with code EPROTOCOL when a reply exceeds 16 KB */
  read(chunk: Buffer): Reply[] {
    const bytes = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]);
    const replies: Reply[] = [];
    let start = 0;
    let line = 0;
    let first = 0;
    for (let feed = bytes.indexOf(LF); feed >= 0; feed = bytes.indexOf(LF, line)) {
      const end = feed > line && bytes[feed - 1] === CR ? feed - 1 : feed;
      const code = codeOf(bytes, line, end);
      if (line === start) first = code;
      const isContinued = code !== 0 && code === first && bytes[line + 3] === DASH;
      line = feed + 1;
      if (isContinued) continue;
      // Lines with different codes are no reply (RFC 5321 4.2.1). Blank lines between replies mean nothing.
      if (end > start) replies.push(new Reply(code === first ? code : 0, bytes, start, end));
      start = line;
    }
    this.rest = bytes.subarray(start);
    if (this.rest.length > MAX_REPLY) {
      throw Object.assign(new Error('Server response exceeds maximum allowed size'), { code: 'EPROTOCOL' });
    }
    return replies;
  }

  /** The start of a reply that has not ended. */
  get incomplete(): string {
    return this.rest.toString('latin1').trim();
  }
}

/** Returns the code of a line such as `250-…`, `250 …` or `250`; 0 for any other line. */
function codeOf(bytes: Buffer, from: number, to: number): number {
  const after = to > from + 3 ? bytes[from + 3] : SPACE;
  if (to < from + 3 || (after !== SPACE && after !== DASH)) return 0;
  let code = 0;
  for (let at = from; at < from + 3; at++) {
    const digit = (bytes[at] ?? 0) - ZERO;
    if (digit < 0 || digit > 9) return 0;
    code = code * 10 + digit;
  }
  return code >= 200 && code < 600 ? code : 0;
}
