const END = Buffer.from('\r\n.\r\n');
const MESSAGE_ID = /^message-id:\s*(\S+)/im;

/** Collects the text of one message up to the line with a single dot. */
export class SinkText {
  private chunks: Buffer[] = [];
  /** The last bytes seen, in case the end is split over two chunks. Starts as if a line had just ended. */
  private tail: Buffer = Buffer.from('\r\n');
  bytes = 0;

  /** Adds received bytes; once the text has ended, returns it as on the wire, with the bytes that follow. */
  take(chunk: Buffer): { wire: Buffer; rest: Buffer } | null {
    const seam = Buffer.concat([this.tail, chunk]);
    const at = seam.indexOf(END);
    if (at < 0) {
      this.tail = seam.subarray(-(END.length - 1));
      this.chunks.push(chunk);
      this.bytes += chunk.length;
      return null;
    }
    const end = at + END.length - this.tail.length;
    const wire = Buffer.concat([...this.chunks, chunk.subarray(0, end)]);
    return { wire: wire.subarray(0, -3), rest: chunk.subarray(end) };
  }

  /** Returns the Message-ID once it has arrived. */
  messageId(): string | undefined {
    return messageIdOf(this.chunks[0]);
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
