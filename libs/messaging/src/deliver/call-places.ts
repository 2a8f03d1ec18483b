/** Calls that fill all places, and none of which ends for so long, hang as far as others can wait. */
const STALLED_MS = 3_000;

interface Line {
  taken: number;
  /** When a call last began or ended. */
  movedAt: number;
  waiting: ((isGiven: boolean) => void)[];
  timer: NodeJS.Timeout | undefined;
}

/**
 * So many calls at once for each provider's account and lane. Who finds all places taken waits as long as they go on; those
 * of an account that hangs wait no longer, so that they are not in the way of what goes elsewhere.
 */
export class CallPlaces {
  private readonly lines = new Map<string, Line>();

  constructor(
    private readonly places: number,
    private readonly stalledMs = STALLED_MS,
  ) {}

  /** @returns false when there is none, since the calls that have them hang */
  async take(name: string): Promise<boolean> {
    const line = this.lines.get(name) ?? { taken: 0, movedAt: 0, waiting: [], timer: undefined };
    this.lines.set(name, line);
    if (line.taken < this.places) {
      line.taken += 1;
      line.movedAt = performance.now();
      return true;
    }
    if (this.isStalled(line)) return false;
    this.watch(line);
    return new Promise((resolve) => line.waiting.push(resolve));
  }

  /** Passes the place on to who waits longest. */
  give(name: string): void {
    const line = this.lines.get(name);
    if (!line) return;
    line.movedAt = performance.now();
    const next = line.waiting.shift();
    if (next) return next(true);
    line.taken -= 1;
    if (line.taken === 0) this.lines.delete(name);
  }

  private isStalled(line: Line): boolean {
    return performance.now() - line.movedAt >= this.stalledMs;
  }

  private watch(line: Line): void {
    const left = Math.ceil(line.movedAt + this.stalledMs - performance.now());
    line.timer ??= setTimeout(() => {
      line.timer = undefined;
      if (this.isStalled(line)) for (const turn of line.waiting.splice(0)) turn(false);
      else if (line.waiting.length > 0) this.watch(line);
    }, left).unref();
  }
}
