/** The start of an attempt has read the suppressions; a hand-over that begins this soon after it needs no second look. */
export const FRESH_MS = 500;

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

  /** Never rejects. */
  async isWanted(): Promise<boolean> {
    const now = performance.now();
    if (now - this.readAt < FRESH_MS) return true;
    try {
      this.isStopped = await this.isStoppedNow();
      this.readAt = now;
      this.fault = undefined;
      return !this.isStopped;
    } catch (error) {
      this.fault = error;
      return false;
    }
  }
}
