const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** A delivery is retried, and an endpoint may fail without a success, for this long. */
export const RETRY_DAYS = 3;
const LONGEST_MS = RETRY_DAYS * 24 * HOUR;
/** The longest `Retry-After` that is honoured. */
const LONGEST_ASKED_MS = 24 * HOUR;

/** Waits after the first call, the second and so on; a little less than three days in total. */
export const WAITS_MS = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  1 * HOUR,
  2 * HOUR,
  4 * HOUR,
  6 * HOUR,
  8 * HOUR,
  10 * HOUR,
  12 * HOUR,
  13 * HOUR,
  13 * HOUR,
];

/**
 * Returns the milliseconds until the next call, jittered by 10 percent to spread deliveries that failed together.
 * @param tries calls since the delivery was requested
 * @param age milliseconds since then
 * @param retryAfter milliseconds that the receiver asked for
 * @returns null after the last attempt
 */
export function nextWait(tries: number, age: number, retryAfter: number | null, random = Math.random): number | null {
  const planned = WAITS_MS[tries - 1];
  if (planned === undefined || age > LONGEST_MS) return null;
  const jittered = Math.round(planned * (0.9 + 0.2 * random()));
  return Math.max(jittered, Math.min(retryAfter ?? 0, LONGEST_ASKED_MS));
}
