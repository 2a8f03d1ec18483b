/**
 * Which recipients of a campaign another one is for. Opens and clicks are those of people; an open that may be a machine's is
 * unknown, and counts as neither.
 */
export const FOLLOWED = ['arrived', 'opened', 'clicked', 'not_opened', 'not_opened_or_unknown', 'not_reached'] as const;
export type Followed = (typeof FOLLOWED)[number];

/** The recipients of another campaign as an audience. */
export interface FollowUp {
  campaign: string;
  who: Followed;
  /** Whether it says the same again, under another subject. */
  resends: boolean;
}

const OPENS: readonly Followed[] = ['opened', 'not_opened', 'not_opened_or_unknown'];

/** Whether opens decide, which SMS do not have. */
export const isAboutOpens = (who: Followed): boolean => OPENS.includes(who);

/** Whom a campaign tries again: those whose message may or may not have arrived, and those who were not reached for now. */
export const RETRIED = ['unknown', 'not_reached'] as const;
export type Retried = (typeof RETRIED)[number];
