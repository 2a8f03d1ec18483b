/** How often and for how long an action is retried; durations in milliseconds. */
export interface RetryPolicy {
  /** Upper bound of the first wait. */
  base: number;
  /** Upper bound of every wait. */
  cap: number;
  maxAttempts: number;
  /** Age, counted from acceptance or from the last attempt at a healthy provider, after which retries end. */
  maxAge: number;
}

const MINUTE = 60_000;

/** For email that was certainly not accepted. Outlasts greylisting and an outage of a day, as mail servers do. */
export const EMAIL_RETRY: RetryPolicy = { base: 5_000, cap: 60 * MINUTE, maxAttempts: 40, maxAge: 24 * 60 * MINUTE };

/** For SMS that was certainly not accepted. A text that arrives much later is useless. */
export const SMS_RETRY: RetryPolicy = { base: 2_000, cap: 5 * MINUTE, maxAttempts: 10, maxAge: 30 * MINUTE };

/** How long a message may wait for a rate limit alone, in milliseconds from acceptance. */
export const RATE_LIMIT_MAX_AGE = 3 * 24 * 60 * MINUTE;

/** Returns the wait after the nth attempt (first is 1), in milliseconds: exponential, capped, full jitter from `random` in [0, 1). */
export function retryDelay(attempt: number, { base, cap }: RetryPolicy, random: () => number): number {
  const longest = Math.min(cap, base * 2 ** Math.min(attempt - 1, 30));
  return Math.round(random() * longest);
}

/** Whether another attempt is allowed after `attempt` attempts and `age` milliseconds. */
export function mayRetry(attempt: number, age: number, policy: RetryPolicy): boolean {
  return attempt < policy.maxAttempts && age < policy.maxAge;
}
