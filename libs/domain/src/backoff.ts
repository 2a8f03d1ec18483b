/** How often and how long something is tried again; durations in milliseconds. */
export interface RetryPolicy {
  /** The longest that the first wait can be. */
  base: number;
  /** The longest that any wait can be. */
  cap: number;
  maxAttempts: number;
  /** From acceptance, or from when it last met a provider that works; afterwards nothing is tried again. */
  maxAge: number;
}

const MINUTE = 60_000;

/** For email that was certainly not accepted: outlives greylisting and a day-long outage, as mail servers do. */
export const EMAIL_RETRY: RetryPolicy = { base: 5_000, cap: 60 * MINUTE, maxAttempts: 40, maxAge: 24 * 60 * MINUTE };

/** For SMS that was certainly not accepted; a text that comes much later helps nobody. */
export const SMS_RETRY: RetryPolicy = { base: 2_000, cap: 5 * MINUTE, maxAttempts: 10, maxAge: 30 * MINUTE };

/** For what waits for nothing but its turn at a provider that works; in milliseconds from acceptance. */
export const RATE_LIMIT_MAX_AGE = 3 * 24 * 60 * MINUTE;

/** Milliseconds to wait after the `attempt`-th try (1 is the first): doubling, capped, full jitter by `random` in [0, 1). */
export function retryDelay(attempt: number, { base, cap }: RetryPolicy, random: () => number): number {
  const longest = Math.min(cap, base * 2 ** Math.min(attempt - 1, 30));
  return Math.round(random() * longest);
}

/** Whether a try is left after `attempt` tries and `age` milliseconds. */
export function mayRetry(attempt: number, age: number, policy: RetryPolicy): boolean {
  return attempt < policy.maxAttempts && age < policy.maxAge;
}
