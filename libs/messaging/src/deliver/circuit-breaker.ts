const FAILURES = 5;
const FIRST_MS = 5_000;
const LONGEST_MS = 30_000;
const LONGEST_REST_MS = 60_000;
/** The pause after a throttled call for which the provider did not say how long to wait. */
const THROTTLED_MS = 1_000;

/**
 * Keeps calls away from a provider that fails repeatedly or asks for fewer calls. After a pause it lets one probe through;
 * if the probe succeeds, the circuit closes. Each worker keeps its own.
 */
export class CircuitBreaker {
  private failures = 0;
  private pauseMs = FIRST_MS;
  private opensAt = 0;
  private probing = false;
  private throttles = false;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Whether the circuit is open only because the provider was called too often. */
  get isThrottled(): boolean {
    return this.throttles && this.failures >= FAILURES;
  }

  /** Whether calls may be made freely, and none of them is a probe. */
  get isClosed(): boolean {
    return this.failures < FAILURES;
  }

  /**
   * Returns the milliseconds until a call may be made; 0 is now. Call only if you will make the request: after a pause, 0
   * hands out the probe.
   */
  wait(): number {
    if (this.isClosed) return 0;
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

  /** @param certain the provider itself refused the account, so one failure opens the circuit */
  failed(certain = false): void {
    const wasOpen = this.failures >= FAILURES;
    // Calls that were in flight when the circuit opened say nothing new.
    if (wasOpen && !this.probing) return;
    if (wasOpen) this.pauseMs = Math.min(this.pauseMs * 2, LONGEST_MS);
    this.failures = certain ? FAILURES : this.failures + 1;
    this.probing = false;
    this.throttles = false;
    if (this.failures >= FAILURES) this.opensAt = this.now() + this.pauseMs;
  }

  /** Opens the circuit because the provider asked for a pause. */
  rest(ms: number): void {
    this.failures = FAILURES;
    this.probing = false;
    this.throttles = false;
    this.opensAt = Math.max(this.opensAt, this.now() + Math.min(ms, LONGEST_REST_MS));
  }

  /** Opens the circuit because the provider works but was called too often. */
  throttled(ms = THROTTLED_MS): void {
    this.rest(ms);
    this.pauseMs = FIRST_MS;
    this.throttles = true;
  }

  /** Gives back a permitted call that was not made. */
  spared(): void {
    this.probing = false;
  }
}
