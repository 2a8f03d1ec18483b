/**
 * Why a campaign halted by itself. Before its audience is frozen: the sender cannot send any more, something was archived or
 * edited since it was scheduled, or it is hours late. While it is sent: too many messages bounced, were reported as spam, or
 * were refused by the provider, or the next SMS would cost more than was allowed.
 */
export const CAMPAIGN_HALTS = [
  'late',
  'domain_not_connected',
  'domain_failing',
  'no_provider',
  'no_sender',
  'plan_limit',
  'list_archived',
  'segment_archived',
  'segment_failed',
  'segment_changed',
  'bounces',
  'complaints',
  'refusals',
  'sms_ceiling',
] as const;
type CampaignHaltCode = (typeof CAMPAIGN_HALTS)[number];

/** Why a campaign halted, with a sentence without its end. */
export interface CampaignHalt {
  code: CampaignHaltCode;
  message: string;
}

/** What only says "look at this": somebody who resumes the campaign has decided. The other reasons have to be mended first. */
export const ASKING_HALTS: readonly CampaignHaltCode[] = [
  'late',
  'list_archived',
  'segment_archived',
  'segment_changed',
  'bounces',
  'complaints',
  'refusals',
];
