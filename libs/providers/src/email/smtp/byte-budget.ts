interface Waiting {
  bytes: number;
  go: () => void;
}

/**
 * Bounds the bytes that callers hold at a time. Urgent ones get them first, and both in order; one that needs more than all of
 * them has them alone.
 */
export class ByteBudget {
  private held = 0;
  private readonly urgent: Waiting[] = [];
  private readonly others: Waiting[] = [];

  constructor(private readonly most: number) {}

  /** Resolves once there is room. */
  async acquire(bytes: number, isUrgent = false): Promise<void> {
    const isNext = this.urgent.length === 0 && (isUrgent || this.others.length === 0);
    if (isNext && this.fits(bytes)) this.held += bytes;
    else await new Promise<void>((go) => (isUrgent ? this.urgent : this.others).push({ bytes, go }));
  }

  release(bytes: number): void {
    this.held -= bytes;
    for (let line = this.line; line[0] && this.fits(line[0].bytes); line = this.line) {
      const next = line.shift();
      this.held += next?.bytes ?? 0;
      next?.go();
    }
  }

  private get line(): Waiting[] {
    return this.urgent.length > 0 ? this.urgent : this.others;
  }

  private fits(bytes: number): boolean {
    return this.held === 0 || this.held + bytes <= this.most;
  }
}
