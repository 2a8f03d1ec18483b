/** Messages of a campaign that wait for their hand-over at most, so that a pause or an opt-out finds them unsent. SMS leave slowly, and not at night. */
export const MOST_OPEN = { email: 5_000, sms: 500 };
/** Messages of one round, whose transaction must stay short. */
const MOST_AT_ONCE = 2_000;
/** Time that a campaign may catch up after a break, such as a pause. */
const BURST_MS = 2_000;

/** Times have whole milliseconds, of which a rate need not know. */
const ROUNDING_MS = 1;

/** How many recipients a round may serve, and up to when the rate is used up then. */
export interface Allowance {
  room: number;
  /** Returns the time up to which the rate is used up after a number of messages. */
  fedAt(count: number): Date;
}

/**
 * Spreads a campaign evenly over time, whatever the intervals of the rounds.
 * @param perMinute null for as fast as mail is handed over
 * @param open messages of the campaign that have not been handed over yet
 * @param most how many of them there may be
 */
export function allowance(
  perMinute: number | null,
  fedAt: Date | null,
  open: number,
  now: Date,
  most = MOST_OPEN.email,
): Allowance {
  const room = Math.max(0, Math.min(most - open, MOST_AT_ONCE));
  if (perMinute === null) return { room, fedAt: () => now };
  const msEach = 60_000 / perMinute;
  const from = Math.max(fedAt?.getTime() ?? 0, now.getTime() - BURST_MS - msEach);
  const due = Math.floor((now.getTime() - from + ROUNDING_MS) / msEach);
  return { room: Math.min(room, due), fedAt: (count) => new Date(from + count * msEach) };
}
