const FAILURES = 5;
const FIRST_MS = 5_000;
const LONGEST_MS = 30_000;
const LONGEST_REST_MS = 60_000;
/** Between two calls to a provider that says that they are too many, and not for how long. */
const THROTTLED_MS = 1_000;

/**
 * Keeps messages away from a provider that fails one call after the other, or wants fewer of them. After a while one call
 * is let through: when that succeeds, all are. Kept by each worker for itself.
 */
export class CircuitBreaker {
  private failures = 0;
  private pauseMs = FIRST_MS;
  private opensAt = 0;
  private probing = false;
  private throttles = false;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Whether it is open because the provider works and was called too often. */
  get isThrottled(): boolean {
    return this.throttles && this.failures >= FAILURES;
  }

  /** Milliseconds until a call may be made; 0 is now. Who may call and does not must not ask. */
  wait(): number {
    if (this.failures < FAILURES) return 0;
    const left = this.opensAt - this.now();
    if (left > 0) return left;
    if (this.probing) return FIRST_MS / 10;
    this.probing = true;
    return 0;
  }

  succeeded(): void {
    this.failures = 0;
    this.pauseMs = FIRST_MS;
    this.probing = false;
  }

  /** @param certain the provider said itself that it cannot: nothing has to be counted */
  failed(certain = false): void {
    const wasOpen = this.failures >= FAILURES;
    // Calls that were under way when it opened say nothing new.
    if (wasOpen && !this.probing) return;
    if (wasOpen) this.pauseMs = Math.min(this.pauseMs * 2, LONGEST_MS);
    this.failures = certain ? FAILURES : this.failures + 1;
    this.probing = false;
    this.throttles = false;
    if (this.failures >= FAILURES) this.opensAt = this.now() + this.pauseMs;
  }

  /** The provider itself asked for a rest of so many milliseconds. */
  rest(ms: number): void {
    this.failures = FAILURES;
    this.probing = false;
    this.throttles = false;
    this.opensAt = Math.max(this.opensAt, this.now() + Math.min(ms, LONGEST_REST_MS));
  }

  /** The provider works, and asks for fewer calls; where it says so, for so many milliseconds. */
  throttled(ms = THROTTLED_MS): void {
    this.rest(ms);
    this.pauseMs = FIRST_MS;
    this.throttles = true;
  }

  /** A call that was let through and then not made. */
  spared(): void {
    this.probing = false;
  }
}
