/** What keeps a campaign from starting, until somebody mends it. */
export const CAMPAIGN_PROBLEMS = [
  'no_audience',
  'no_list',
  'nobody',
  'list_archived',
  'segment_archived',
  'segment_failed',
  'no_subject',
  'source_unfinished',
  'content_invalid',
  'language_incomplete',
  'variable_missing',
  'no_sender',
  'no_provider',
  'domain_not_connected',
  'domain_failing',
  'plan_limit',
  'no_identity',
  'time_past',
  'test_waits',
  'never_open',
  'no_opt_out',
  'too_long',
  'changed',
] as const;

/** What to look at before a campaign starts. */
export const CAMPAIGN_WARNINGS = [
  'excluded_archived',
  'without_consent',
  'segment_building',
  'sent_before',
  'test_small',
  'sms_ceiling',
  'follows_early',
  'no_way_out',
  'no_hour',
  'warming_up',
] as const;

/** Something that a check found; the code is for programs and never changes. */
export type CampaignFindingCode = (typeof CAMPAIGN_PROBLEMS)[number] | (typeof CAMPAIGN_WARNINGS)[number];

/** A finding, with a sentence without its end. */
export interface CampaignFinding {
  code: CampaignFindingCode;
  message: string;
}
