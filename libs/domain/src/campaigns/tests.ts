/** What decides a test of a campaign: people who clicked, or who opened, of the messages that arrived. */
export const TEST_METRICS = ['clicks', 'opens'] as const;
export type TestMetric = (typeof TEST_METRICS)[number];

/** What the rest of the audience gets if no variant is clearly best: the first, or each variant the same share. */
export const TEST_FALLBACKS = ['first', 'split'] as const;
export type TestFallback = (typeof TEST_FALLBACKS)[number];

/** How variants of a campaign are compared. */
export interface CampaignTest {
  /** The share of the audience that gets the variants, in percent; with 100 nothing is decided. */
  percent: number;
  metric: TestMetric;
  /** Hours after the last message of the test until it is decided. */
  hours: number;
  fallback: TestFallback;
}

export const DEFAULT_TEST: CampaignTest = { percent: 20, metric: 'clicks', hours: 4, fallback: 'first' };

/** The messages of one variant that arrived, and how many people clicked or opened. Machines are in neither. */
export interface VariantOutcome {
  arrived: number;
  /** Of those arrived, messages to people who refuse tracking: no rate has them. Absent in decisions from before it was counted. */
  tracking_refused?: number;
  clicks: number;
  opens: number;
}

/** What variants are called: the first is the campaign's own content. */
export const VARIANT_NAMES = ['a', 'b', 'c'] as const;
export type VariantName = (typeof VARIANT_NAMES)[number];
