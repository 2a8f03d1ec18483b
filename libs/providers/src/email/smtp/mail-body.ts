import { Readable } from 'node:stream';
import type { IsWanted } from '../../adapter/provider.js';

const CHUNK_BYTES = 64 * 1024;

/**
 * Streams a message into an SMTP connection and records when its end was handed over, after which the server may have
 * accepted it. Between the last byte of the text and the end (on which the connection writes the final dot) lies one
 * turn of the event loop: a reset that arrived by then ends the stream first, and the message is known not to be sent.
 */
export class MailBody extends Readable {
  /** True from just before the final dot is written. */
  handedOver = false;
  private at = 0;

  /** @param isWanted asked before the first byte; if it answers false, the body emits `stopped` and nothing else */
  constructor(
    private readonly message: Buffer,
    private readonly isWanted?: IsWanted,
  ) {
    super({ highWaterMark: CHUNK_BYTES });
  }

  override _read(): void {
    if (this.at > 0 || !this.isWanted) return this.next();
    void this.isWanted().then((isWanted) => {
      if (this.destroyed) return;
      if (isWanted) this.next();
      else this.emit('stopped');
    });
  }

  private next(): void {
    if (this.at < this.message.length) {
      const from = this.at;
      this.at += CHUNK_BYTES;
      this.push(this.message.subarray(from, this.at));
      return;
    }
    setImmediate(() => {
      if (this.destroyed) return;
      this.handedOver = true;
      this.push(null);
    });
  }
}
