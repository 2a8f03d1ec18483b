import type { WorkspaceView } from '@dundun/contracts';
import type { Config } from '@dundun/platform/config';
import type { Workspace } from './workspace.entity.js';

/** @param logo its name; null without one */
export const presentWorkspace = (
  workspace: Workspace,
  logo: string | null,
  { PUBLIC_URL, MESSAGES_DAYS }: Pick<Config, 'PUBLIC_URL' | 'MESSAGES_DAYS'>,
): WorkspaceView => ({
  id: String(workspace.id),
  name: workspace.name,
  plan: workspace.plan,
  content_days: workspace.contentDays,
  strict_public_keys: workspace.strictPublicKeys,
  network_budget: workspace.networkBudget,
  list_budget: workspace.listBudget,
  workspace_budget: workspace.workspaceBudget,
  mailbox_budget: workspace.mailboxBudget,
  time_zone: workspace.timeZone,
  brand_color: workspace.brandColor,
  brand_text_color: workspace.brandTextColor,
  brand_page_color: workspace.brandPageColor,
  brand_font: workspace.brandFont,
  brand_heading_font: workspace.brandHeadingFont,
  sender_name: workspace.senderName,
  postal_address: workspace.postalAddress,
  default_language: workspace.defaultLanguage,
  require_two_factor: workspace.requiresTwoFactor,
  require_approval: workspace.requiresApproval,
  complaints_stop_all: workspace.complaintsStopAll,
  email_day_cap: workspace.emailDayCap,
  email_week_cap: workspace.emailWeekCap,
  sms_day_cap: workspace.smsDayCap,
  sms_week_cap: workspace.smsWeekCap,
  email_quiet_hours: workspace.emailQuietHours,
  sms_quiet_hours: workspace.smsQuietHours,
  logo_url: logo && `${PUBLIC_URL}/logos/${logo}`,
  deletes_at: workspace.deletesAt?.toISOString() ?? null,
  messages_days: MESSAGES_DAYS ?? null,
});
