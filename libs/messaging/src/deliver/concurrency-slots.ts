/** Calls that fill all slots, and none of which ends for so long, hang as far as others can wait. */
const STALLED_MS = 3_000;

interface Bulkhead {
  taken: number;
  /** When a call last began or ended. */
  movedAt: number;
  waiting: ((isGiven: boolean) => void)[];
  timer: NodeJS.Timeout | undefined;
}

/**
 * So many calls at once for each provider's account and lane. Who finds all slots taken waits as long as they go on; those
 * of an account that hangs wait no longer, so that they are not in the way of what goes elsewhere.
 */
export class ConcurrencySlots {
  private readonly bulkheads = new Map<string, Bulkhead>();

  constructor(
    private readonly slots: number,
    private readonly stalledMs = STALLED_MS,
  ) {}

  /** @returns false when there is none, since the calls that have them hang */
  async acquire(name: string): Promise<boolean> {
    const bulkhead = this.bulkheads.get(name) ?? { taken: 0, movedAt: 0, waiting: [], timer: undefined };
    this.bulkheads.set(name, bulkhead);
    if (bulkhead.taken < this.slots) {
      bulkhead.taken += 1;
      bulkhead.movedAt = performance.now();
      return true;
    }
    if (this.isStalled(bulkhead)) return false;
    this.watch(bulkhead);
    return new Promise((resolve) => bulkhead.waiting.push(resolve));
  }

  /** Passes the slot on to who waits longest. */
  release(name: string): void {
    const bulkhead = this.bulkheads.get(name);
    if (!bulkhead) return;
    bulkhead.movedAt = performance.now();
    const next = bulkhead.waiting.shift();
    if (next) return next(true);
    bulkhead.taken -= 1;
    if (bulkhead.taken === 0) this.bulkheads.delete(name);
  }

  private isStalled(bulkhead: Bulkhead): boolean {
    return performance.now() - bulkhead.movedAt >= this.stalledMs;
  }

  private watch(bulkhead: Bulkhead): void {
    const left = Math.ceil(bulkhead.movedAt + this.stalledMs - performance.now());
    bulkhead.timer ??= setTimeout(() => {
      bulkhead.timer = undefined;
      if (this.isStalled(bulkhead)) for (const turn of bulkhead.waiting.splice(0)) turn(false);
      else if (bulkhead.waiting.length > 0) this.watch(bulkhead);
    }, left).unref();
  }
}
