/** Why somebody whom the audience matches is no recipient. */
export const EXCLUSIONS = [
  'excluded',
  'no_address',
  'not_on_list',
  'pending',
  'unsubscribed',
  'paused',
  'suppressed',
  'duplicate_address',
  'held_out',
  'time_past',
] as const;
export type Exclusion = (typeof EXCLUSIONS)[number];

/** Why a recipient of the frozen audience got no message. */
export const SKIPS = [
  'left',
  'paused',
  'no_address',
  'duplicate_address',
  'erased',
  'merged',
  'capped',
  'content_failed',
  'too_long',
  'no_hour',
] as const;
export type Skip = (typeof SKIPS)[number];

/** The people of a campaign by what became of them. */
export interface CampaignAccounts {
  /** Everybody whom the audience matched when it was frozen. */
  matched: number;
  excluded: Partial<Record<Exclusion, number>>;
  /** Recipients who wait for their message. */
  planned: number;
  /** Recipients who have a message. */
  queued: number;
  skipped: Partial<Record<Skip, number>>;
  /** Messages that were replaced by another one of the same recipient; absent for none. */
  retried?: number;
}

const sum = (counts: Partial<Record<string, number>>): number =>
  Object.values(counts).reduce<number>((total, count) => total + (count ?? 0), 0);

/** Returns how many people of a campaign nothing is known of: 0, or a number was kept wrong. */
export const unaccounted = ({ matched, excluded, planned, queued, skipped }: CampaignAccounts): number =>
  matched - sum(excluded) - planned - queued - sum(skipped);
