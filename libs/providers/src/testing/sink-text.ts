const END = Buffer.from('\r\n.\r\n');
const MESSAGE_ID = /^message-id:\s*(\S+)/im;

/** Collects the text of one message until the line with nothing but a dot. */
export class SinkText {
  private chunks: Buffer[] = [];
  /** The last bytes seen, in case the end is split over two chunks; as if a line had just ended. */
  private tail: Buffer = Buffer.from('\r\n');
  bytes = 0;

  /** Takes what arrived; once the text has ended, returns it as it was on the wire and what came after it. */
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

  /** The Message-ID as far as the text is here. */
  messageId(): string | undefined {
    return messageIdOf(this.chunks[0]);
  }
}

/** The Message-ID in a message's first 16 KB. */
export function messageIdOf(text: Buffer | undefined): string | undefined {
  return MESSAGE_ID.exec(text?.toString('latin1', 0, 16_384) ?? '')?.[1];
}

/** The message without the dots that were doubled for the wire. */
export function unstuffed(wire: Buffer): Buffer {
  return Buffer.from(wire.toString('latin1').replace(/(^|\r\n)\./g, '$1'), 'latin1');
}
