/** A full bulkhead in which no call begins or ends for this long has stalled. */
const STALLED_MS = 3_000;
/** A full bulkhead in which a call began or ended this recently is taking calls. */
const MOVING_MS = 500;
/** How many callers may prepare for each slot: every hand-over of a lane, so that none takes a slot and then waits for its group. */
const AHEAD = 8;

interface Bulkhead {
  taken: number;
  /** When a call last began or ended. */
  movedAt: number;
  waiting: ((isGiven: boolean) => void)[];
  timer: NodeJS.Timeout | undefined;
}

/**
 * Limits the concurrent calls of each bulkhead, which is a provider account and lane. Callers wait for a slot in order, as
 * long as calls end. A stalled bulkhead turns its callers away, so that their messages can take another route.
 */
export class ConcurrencySlots {
  private readonly bulkheads = new Map<string, Bulkhead>();

  constructor(
    private readonly slots: number,
    private readonly stalledMs = STALLED_MS,
  ) {}

  /** Whether a caller may prepare its call before it has a slot: calls are taken, and few are prepared. */
  mayPrepare(name: string): boolean {
    const bulkhead = this.bulkheads.get(name);
    if (!bulkhead || bulkhead.taken < this.slots) return true;
    return bulkhead.waiting.length < AHEAD * this.slots && performance.now() - bulkhead.movedAt < MOVING_MS;
  }

  /** Takes a slot, and waits for one if necessary. @returns false if the bulkhead has stalled */
  acquire(name: string): Promise<boolean> {
    return new Promise((resolve) => this.enter(name, resolve));
  }

  /** Like `acquire`, with a callback. */
  enter(name: string, onTurn: (isGiven: boolean) => void): void {
    const bulkhead = this.bulkheads.get(name) ?? { taken: 0, movedAt: 0, waiting: [], timer: undefined };
    this.bulkheads.set(name, bulkhead);
    if (bulkhead.taken < this.slots) {
      bulkhead.taken += 1;
      bulkhead.movedAt = performance.now();
      return onTurn(true);
    }
    if (this.isStalled(bulkhead)) return onTurn(false);
    this.watch(bulkhead);
    bulkhead.waiting.push(onTurn);
  }

  /** Passes the slot on to the caller that has waited longest. */
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
