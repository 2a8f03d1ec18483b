/** Bounds the bytes that callers hold at a time. They get them in order; one that needs more than all of them has them alone. */
export class ByteBudget {
  private held = 0;
  private readonly waiting: { bytes: number; go: () => void }[] = [];

  constructor(private readonly most: number) {}

  /** Resolves once there is room. */
  async acquire(bytes: number): Promise<void> {
    if (this.waiting.length === 0 && this.fits(bytes)) this.held += bytes;
    else await new Promise<void>((go) => this.waiting.push({ bytes, go }));
  }

  release(bytes: number): void {
    this.held -= bytes;
    for (let next = this.waiting[0]; next && this.fits(next.bytes); next = this.waiting[0]) {
      this.waiting.shift();
      this.held += next.bytes;
      next.go();
    }
  }

  private fits(bytes: number): boolean {
    return this.held === 0 || this.held + bytes <= this.most;
  }
}
