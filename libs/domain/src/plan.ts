/** What a workspace may do: `free` has the daily limit, `unlimited` has none. */
export const PLANS = ['free', 'unlimited'] as const;

/** A workspace's plan. */
export type Plan = (typeof PLANS)[number];

/** How many recipients a free workspace may reach per UTC day through the service's own provider. */
export const FREE_DAILY_RECIPIENTS = 100;

/** The plan's recipients per UTC day; null when it has no limit. */
export function dailyRecipients(plan: Plan): number | null {
  return plan === 'free' ? FREE_DAILY_RECIPIENTS : null;
}

/** Whole seconds until the next UTC day begins, at least 1. */
export function secondsToNextUtcDay(now: Date): number {
  const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1);
  return Math.max(1, Math.ceil((next - now.getTime()) / 1000));
}
