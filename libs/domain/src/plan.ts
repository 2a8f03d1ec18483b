/** Plans of a workspace: `free` has a daily limit, `unlimited` has none. */
export const PLANS = ['free', 'unlimited'] as const;

/** A workspace's plan. */
export type Plan = (typeof PLANS)[number];

/** Recipients per UTC day that a free workspace may reach through the service's own provider. */
export const FREE_DAILY_RECIPIENTS = 100;

/** Returns the plan's limit of recipients per UTC day; null without a limit. */
export function dailyRecipients(plan: Plan): number | null {
  return plan === 'free' ? FREE_DAILY_RECIPIENTS : null;
}

/** Returns the whole seconds until the next UTC day, at least 1. */
export function secondsToNextUtcDay(now: Date): number {
  const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1);
  return Math.max(1, Math.ceil((next - now.getTime()) / 1000));
}
