import type {
  CampaignCheckView,
  CampaignDecisionView,
  CampaignRecipientView,
  CampaignVariantView,
  CampaignView,
} from '@dundun/contracts';
import { fullApproval, goalFields, VARIANT_NAMES, type CampaignAccounts } from '@dundun/domain';
import { noConversions, type ConversionSums, type EngagementCounts } from '@dundun/insights';
import type { CampaignCheck } from '../checks/campaign-checks.service.js';
import type { Warming } from '../checks/warming.service.js';
import type { VariantNumbers } from '../sending/campaign-tests.repository.js';
import type { CampaignRow, StoredDecision } from '../definitions/campaign.js';
import type { RecipientRow } from '../audience/recipient-pages.repository.js';

const sum = (counts: Partial<Record<string, number>>): number =>
  Object.values(counts).reduce<number>((total, count) => total + (count ?? 0), 0);

/** Returns the number of messages that have not ended. @param ended those that have, by status */
export const waitingOf = ({ queued, retried = 0 }: CampaignAccounts, ended: Partial<Record<string, number>>): number =>
  queued + retried - sum(ended);

/** @param ended its messages that have ended, by status */
export function presentCampaign(
  row: CampaignRow,
  people: CampaignAccounts,
  ended: Partial<Record<string, number>>,
  engagement: EngagementCounts,
  warming: Warming | null,
  conversions: ConversionSums = noConversions(),
): CampaignView {
  const { id, name, channel, labels, state, lists, segments, without_lists, without_segments, content } = row;
  return {
    ...{ id, name, channel, labels, state, lists, segments, without_lists, without_segments },
    list: row.list_id,
    follows: row.follows,
    profile: row.profile_id,
    template: content.template ?? null,
    subject: content.subject ?? null,
    html: content.html ?? null,
    mjml: content.mjml ?? null,
    text: content.text ?? null,
    track_opens: row.track_opens,
    track_clicks: row.track_clicks,
    per_minute: row.per_minute,
    sms_source: row.sms_source,
    sms_from: row.sms_from,
    most_sms_segments: row.most_sms_segments,
    sms_segments: row.sms_segments,
    variants: row.variants,
    test: row.test,
    holdout_percent: row.holdout,
    local_start: row.local_start,
    window: row.send_window,
    data: row.data,
    transactional_reason: row.transactional_reason,
    utm: row.utm,
    conversion: row.conversion && goalFields(row.conversion),
    conversions: row.conversion && conversions,
    test_ended_at: row.test_ended_at?.toISOString() ?? null,
    decision: row.decision && presentDecision(row.decision),
    start_at: row.start_at?.toISOString() ?? null,
    frozen_at: row.frozen_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
    halt: row.halt,
    approval: row.approval && fullApproval(row.approval),
    warming_up: warming,
    people: { retried: 0, ...people } as CampaignView['people'],
    messages: { ...(ended as Record<string, number>), waiting: waitingOf(people, ended) },
    engagement,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export const presentCheck = (
  { isExact, excluded, zones, languages, withoutConsent, ...check }: CampaignCheck,
  isVoid: boolean,
): CampaignCheckView => ({
  ...check,
  approval_void: isVoid,
  without_consent: withoutConsent,
  languages: languages.map(({ isDefault, ...each }) => ({ ...each, is_default: isDefault })),
  zones: zones.map(({ at, isPast, ...zone }) => ({ ...zone, at: at?.toISOString() ?? null, is_past: isPast })),
  is_exact: isExact,
  excluded: excluded as Record<string, number>,
});

export const presentRecipient = (row: RecipientRow): CampaignRecipientView => ({
  uid: row.uid,
  email: row.email,
  number: row.number,
  state: row.state,
  reason: row.reason,
  variant: row.variant === null ? null : (VARIANT_NAMES[row.variant] ?? null),
  list: row.list_id,
  message: row.message_id,
  status: row.message_status,
});

const nameOf = (variant: number): string => VARIANT_NAMES[variant] as string;

function presentDecision({
  winner,
  rule,
  metric,
  outcomes,
  probabilities,
  draws,
  seed,
  at,
}: StoredDecision): CampaignDecisionView {
  const variants = outcomes.map((outcome, variant) => ({
    ...{ variant: nameOf(variant), tracking_refused: 0, ...outcome },
    probability: probabilities[variant] ?? 0,
  }));
  return { winner: winner === null ? null : nameOf(winner), rule, metric, variants, draws, seed, at };
}

export const presentVariants = (
  numbers: readonly VariantNumbers[],
  { content, variants }: CampaignRow,
): CampaignVariantView[] =>
  numbers.map((each, variant) => ({
    variant: nameOf(variant),
    subject: (variant === 0 ? undefined : variants[variant - 1]?.subject) ?? content.subject ?? null,
    ...each,
  }));
