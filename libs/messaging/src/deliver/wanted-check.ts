/** The start of an attempt has read the suppressions; a hand-over that begins this soon after it needs no second look. */
export const FRESH_MS = 500;
/** Nothing leaves a second after a stop: an answer that is older says too little. */
const OLD_MS = 1_000;
const MOST_ASKED = 3;

/** Decides whether an attempt may still hand over its content, however long it waited for a connection. */
export class WantedCheck {
  isStopped = false;
  /** Why the answer is not known; the content is not handed over then. */
  fault: unknown;

  /** @param readAt when the suppressions were last read, by `performance.now()` */
  constructor(
    private readonly isStoppedNow: () => Promise<boolean>,
    private readAt: number,
  ) {}

  /** Never rejects. An answer that took long to arrive is asked for again: somebody may have stopped the message meanwhile. */
  async isWanted(): Promise<boolean> {
    if (performance.now() - this.readAt < FRESH_MS) return true;
    try {
      for (let asked = 0; asked < MOST_ASKED; asked++) {
        const askedAt = performance.now();
        this.isStopped = await this.isStoppedNow();
        if (this.isStopped) return false;
        if (performance.now() - askedAt >= OLD_MS) continue;
        this.readAt = askedAt;
        this.fault = undefined;
        return true;
      }
      throw new Error(
        `The database took over ${OLD_MS} ms to say whether a message may still leave, ${MOST_ASKED} times`,
      );
    } catch (error) {
      this.fault = error;
      return false;
    }
  }
}
