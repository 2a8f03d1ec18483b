/** One timer for many deadlines: it is left running, and its owner looks at what is due when it fires. */
export class Alarm {
  private timer: NodeJS.Timeout | undefined;
  private at = Infinity;

  constructor(private readonly onDue: () => void) {}

  /** Makes the timer fire at this time at the latest, by `performance.now()`; Infinity changes nothing. */
  set(at: number): void {
    if (at >= this.at) return;
    clearTimeout(this.timer);
    this.at = at;
    this.timer = setTimeout(
      () => {
        this.at = Infinity;
        this.onDue();
      },
      Math.ceil(at - performance.now()),
    );
  }

  clear(): void {
    clearTimeout(this.timer);
    this.at = Infinity;
  }
}
