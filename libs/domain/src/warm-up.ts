/** The daily ceilings of a domain that is new at a provider. */
export interface WarmUpPlan {
  /** Recipients on the first day. */
  firstDay: number;
  /** By how much each day's ceiling exceeds that of the day before. */
  growthPercent: number;
  /** The plan ends on the day whose ceiling would reach this. */
  target: number;
  /** A day in UTC, `2026-11-22`. */
  startedOn: string;
}

/** A cautious ramp of about three weeks. */
export const DEFAULT_WARM_UP = { firstDay: 50, growthPercent: 35, target: 20_000 } as const;

const DAY_MS = 86_400_000;

/** Returns the day of a time in UTC, as `2026-11-22`. */
export const utcDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Returns the recipients that a plan allows on a day; null before it starts and once it has ended. */
export function warmUpCeiling({ firstDay, growthPercent, target, startedOn }: WarmUpPlan, day: string): number | null {
  const number = Math.round((Date.parse(day) - Date.parse(startedOn)) / DAY_MS);
  if (!(number >= 0)) return null;
  const ceiling = Math.floor(firstDay * (1 + growthPercent / 100) ** number);
  return ceiling < target ? ceiling : null;
}

/** Returns how many days of a plan have a ceiling. */
export function warmUpDays({ firstDay, growthPercent, target }: Omit<WarmUpPlan, 'startedOn'>): number {
  if (firstDay >= target) return 0;
  return Math.ceil(Math.log(target / firstDay) / Math.log(1 + growthPercent / 100));
}

/** A plan may hold a campaign up for longer; nobody waits to know exactly. */
const MOST_DAYS = 365;

/**
 * Returns on which day from today, the first, the last of so many recipients have their mail, if nothing else is sent.
 * @param sent recipients of today who count already
 */
export function daysUnderWarmUp(plan: WarmUpPlan, recipients: number, now: number, sent = 0): number {
  let left = recipients + sent;
  for (let days = 1; days < MOST_DAYS; days++) {
    const ceiling = warmUpCeiling(plan, utcDay(now + (days - 1) * DAY_MS));
    if (ceiling === null) return days;
    left -= ceiling;
    if (left <= 0) return days;
  }
  return MOST_DAYS;
}
