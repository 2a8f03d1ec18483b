import type { CampaignCheckView, CampaignRecipientView, CampaignView } from '@dundun/contracts';
import type { CampaignAccounts } from '@dundun/domain';
import type { EngagementCounts } from '@dundun/insights';
import type { CampaignCheck } from './campaign-checks.service.js';
import type { CampaignRow } from './campaign.js';
import type { RecipientRow } from './recipients.repository.js';

const sum = (counts: Partial<Record<string, number>>): number =>
  Object.values(counts).reduce<number>((total, count) => total + (count ?? 0), 0);

/** @param ended its messages that have ended, by status */
export function presentCampaign(
  row: CampaignRow,
  people: CampaignAccounts,
  ended: Partial<Record<string, number>>,
  engagement: EngagementCounts,
): CampaignView {
  const { id, name, labels, state, lists, segments, without_lists, without_segments, content } = row;
  return {
    ...{ id, name, labels, state, lists, segments, without_lists, without_segments },
    list: row.list_id,
    profile: row.profile_id,
    template: content.template ?? null,
    subject: content.subject ?? null,
    html: content.html ?? null,
    mjml: content.mjml ?? null,
    text: content.text ?? null,
    track_opens: row.track_opens,
    track_clicks: row.track_clicks,
    per_minute: row.per_minute,
    start_at: row.start_at?.toISOString() ?? null,
    frozen_at: row.frozen_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
    halt: row.halt,
    people: people as CampaignView['people'],
    messages: { ...(ended as Record<string, number>), waiting: people.queued - sum(ended) },
    engagement,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export const presentCheck = ({ isExact, excluded, ...check }: CampaignCheck): CampaignCheckView => ({
  ...check,
  is_exact: isExact,
  excluded: excluded as Record<string, number>,
});

export const presentRecipient = (row: RecipientRow): CampaignRecipientView => ({
  uid: row.uid,
  email: row.email,
  state: row.state,
  reason: row.reason,
  list: row.list_id,
  message: row.message_id,
  status: row.message_status,
});
