const END = Buffer.from('\r\n.\r\n');
const MESSAGE_ID = /^message-id:\s*(\S+)/im;

/** Collects the text of one message up to the line with a single dot. */
export class SinkText {
  protected readonly chunks: Buffer[] = [];
  /** The last bytes seen, in case the end is split over two chunks. Starts as if a line had just ended. */
  private tail: Buffer = Buffer.from('\r\n');
  bytes = 0;

  /** Adds received bytes; once the text has ended, returns it as on the wire, with the bytes that follow. */
  take(chunk: Buffer): { wire: Buffer; rest: Buffer } | null {
    const seam = Buffer.concat([this.tail, chunk]);
    const at = seam.indexOf(END);
    const end = at < 0 ? chunk.length : at + END.length - this.tail.length;
    this.tail = seam.subarray(-(END.length - 1));
    this.add(chunk.subarray(0, end));
    return at < 0 ? null : { wire: Buffer.concat(this.chunks).subarray(0, -3), rest: chunk.subarray(end) };
  }

  protected add(piece: Buffer): void {
    this.chunks.push(piece);
    this.bytes += piece.length;
  }

  /** Returns the Message-ID once it has arrived. */
  messageId(): string | undefined {
    return messageIdOf(this.chunks[0]);
  }
}

/** Collects a message that comes by BDAT, whose size is announced (RFC 3030). */
export class SinkChunk extends SinkText {
  constructor(private readonly size: number) {
    super();
  }

  override take(chunk: Buffer): { wire: Buffer; rest: Buffer } | null {
    const left = this.size - this.bytes;
    this.add(chunk.subarray(0, left));
    return this.bytes < this.size ? null : { wire: Buffer.concat(this.chunks), rest: chunk.subarray(left) };
  }
}

/** Returns the Message-ID in the first 16 KB of a message. */
export function messageIdOf(text: Buffer | undefined): string | undefined {
  return MESSAGE_ID.exec(text?.toString('latin1', 0, 16_384) ?? '')?.[1];
}

/** Removes the dot-stuffing of a message. */
export function unstuffed(wire: Buffer): Buffer {
  return Buffer.from(wire.toString('latin1').replace(/(^|\r\n)\./g, '$1'), 'latin1');
}
