import { CreateFoundation1780000000000 } from './migrations/1780000000000-create-foundation.js';
import { AddProviderRoutes1790000000000 } from './migrations/1790000000000-add-provider-routes.js';
import { AddDomainChecks1790000000100 } from './migrations/1790000000100-add-domain-checks.js';
import { AddTracking1790000000200 } from './migrations/1790000000200-add-tracking.js';
import { AddTemplateSources1790000000300 } from './migrations/1790000000300-add-template-sources.js';
import { AddConsentGuards1790000000400 } from './migrations/1790000000400-add-consent-guards.js';
import { AddUsers1800000000000 } from './migrations/1800000000000-add-users.js';
import { AddUserJobs1800000000050 } from './migrations/1800000000050-add-user-jobs.js';
import { AddSources1800000000100 } from './migrations/1800000000100-add-sources.js';
import { AddWebhooks1800000000200 } from './migrations/1800000000200-add-webhooks.js';
import { AddMessageUpkeep1800000000300 } from './migrations/1800000000300-add-message-upkeep.js';
import { AddWorkspaceConsents1810000000000 } from './migrations/1810000000000-add-workspace-consents.js';
import { AddProviderPacing1810000000100 } from './migrations/1810000000100-add-provider-pacing.js';
import { AddStrictPublicKeys1820000000000 } from './migrations/1820000000000-add-strict-public-keys.js';
import { AddIdentities1820000000100 } from './migrations/1820000000100-add-identities.js';
import { AddWaitingItems1820000000200 } from './migrations/1820000000200-add-waiting-items.js';
import { AddRoles1820000000400 } from './migrations/1820000000400-add-roles.js';
import { AddSignInLimits1820000000410 } from './migrations/1820000000410-add-sign-in-limits.js';
import { AddInvitations1820000000420 } from './migrations/1820000000420-add-invitations.js';
import { AddMessageTags1820000000500 } from './migrations/1820000000500-add-message-tags.js';
import { SetVacuumOfHotTables1820000000600 } from './migrations/1820000000600-set-vacuum-of-hot-tables.js';
import { TellWaitingReportsApart1820000000601 } from './migrations/1820000000601-tell-waiting-reports-apart.js';
import { KeepPlansOfListDoors1820000000602 } from './migrations/1820000000602-keep-plans-of-list-doors.js';
import { KeepFactsOfHits1820000000603 } from './migrations/1820000000603-keep-facts-of-hits.js';
import { AddProviderChecks1820000000700 } from './migrations/1820000000700-add-provider-checks.js';
import { LightenOutcomes1820000000800 } from './migrations/1820000000800-lighten-outcomes.js';
import { AddMessageContents1820000000801 } from './migrations/1820000000801-add-message-contents.js';
import { IndexPeopleForSearch1820000000820 } from './migrations/1820000000820-index-people-for-search.js';
import { IndexMembershipsByStatus1820000000821 } from './migrations/1820000000821-index-memberships-by-status.js';
import { IndexEventsByName1820000000822 } from './migrations/1820000000822-index-events-by-name.js';
import { AddMailboxLimits1820000000840 } from './migrations/1820000000840-add-mailbox-limits.js';
import { AddDmarcReports1820000000841 } from './migrations/1820000000841-add-dmarc-reports.js';
import { AddWarmUps1820000000842 } from './migrations/1820000000842-add-warm-ups.js';
import { AddMessageAttachments1820000000860 } from './migrations/1820000000860-add-message-attachments.js';
import { CloseUsedAttributes1820000000861 } from './migrations/1820000000861-close-used-attributes.js';
import { AddSegments1820000000900 } from './migrations/1820000000900-add-segments.js';
import { AddPersonBuckets1820000000901 } from './migrations/1820000000901-add-person-buckets.js';
import { KeepThePlanOfTheMessageFeed1820000000940 } from './migrations/1820000000940-keep-the-plan-of-the-message-feed.js';
import { AddMessageGroups1820000000941 } from './migrations/1820000000941-add-message-groups.js';
import { IndexParkedMessages1820000000942 } from './migrations/1820000000942-index-parked-messages.js';
import { IndexMessageWords1820000000950 } from './migrations/1820000000950-index-message-words.js';
import { IndexMessagesByStatus1820000000951 } from './migrations/1820000000951-index-messages-by-status.js';
import { AddKeyUse1820000000960 } from './migrations/1820000000960-add-key-use.js';
import { AddAuditLog1820000000961 } from './migrations/1820000000961-add-audit-log.js';
import { AddLogins1820000000970 } from './migrations/1820000000970-add-logins.js';
import { AddWorkspaceBrands1820000000971 } from './migrations/1820000000971-add-workspace-brands.js';
import { AddTemplateDesigns1820000000980 } from './migrations/1820000000980-add-template-designs.js';
import { AddBulkJobs1820000000990 } from './migrations/1820000000990-add-bulk-jobs.js';
import { AddInsights1820000001000 } from './migrations/1820000001000-add-insights.js';
import { AddSegmentDays1820000001010 } from './migrations/1820000001010-add-segment-days.js';
import { CountMessagesOfPeople1820000001011 } from './migrations/1820000001011-count-messages-of-people.js';
import { AddCampaigns1820000001020 } from './migrations/1820000001020-add-campaigns.js';
import { CountMessageGroups1820000001021 } from './migrations/1820000001021-count-message-groups.js';
import { AddBulkChanges1820000001040 } from './migrations/1820000001040-add-bulk-changes.js';
import { AddExportPieces1820000001041 } from './migrations/1820000001041-add-export-pieces.js';
import { AddImportedPeople1820000001050 } from './migrations/1820000001050-add-imported-people.js';
import { AddChannelConsents1820000001080 } from './migrations/1820000001080-add-channel-consents.js';
import { DeleteWorkspaces1820000001091 } from './migrations/1820000001091-delete-workspaces.js';
import { PauseBulkJobs1820000001090 } from './migrations/1820000001090-pause-bulk-jobs.js';
import { AskOnceWhoLeftLists1820000001100 } from './migrations/1820000001100-ask-once-who-left-lists.js';
import { AddAutomations1820000001120 } from './migrations/1820000001120-add-automations.js';
import { CountEngagementOfGroups1820000001130 } from './migrations/1820000001130-count-engagement-of-groups.js';
import { AddBrandFonts1820000001150 } from './migrations/1820000001150-add-brand-fonts.js';
import { HaltCampaigns1820000001170 } from './migrations/1820000001170-halt-campaigns.js';
import { CountDeliveries1820000001160 } from './migrations/1820000001160-count-deliveries.js';
import { AddPublicArchives1820000001161 } from './migrations/1820000001161-add-public-archives.js';
import { ControlAutomations1820000001180 } from './migrations/1820000001180-control-automations.js';
import { MovePeopleBetweenVersions1820000001250 } from './migrations/1820000001250-move-people-between-versions.js';
import { HoldAutomationSends1820000001251 } from './migrations/1820000001251-hold-automation-sends.js';
import { IndexPendingStepCalls1820000001252 } from './migrations/1820000001252-index-pending-step-calls.js';
import { AddSmsCampaigns1820000001280 } from './migrations/1820000001280-add-sms-campaigns.js';
import { AnnounceCampaigns1820000001290 } from './migrations/1820000001290-announce-campaigns.js';
import { AddAlerts1820000001291 } from './migrations/1820000001291-add-alerts.js';
import { MarkReplacedMessages1820000001253 } from './migrations/1820000001253-mark-replaced-messages.js';
import { KeepRanksOfRecipients1820000001254 } from './migrations/1820000001254-keep-ranks-of-recipients.js';
import { RefuseTracking1820000001275 } from './migrations/1820000001275-refuse-tracking.js';
import { AddContentLanguages1820000001281 } from './migrations/1820000001281-add-content-languages.js';
import { AddPublicLists1820000001320 } from './migrations/1820000001320-add-public-lists.js';
import { PauseMarketing1820000001321 } from './migrations/1820000001321-pause-marketing.js';
import { NameImportsAndMerges1820000001330 } from './migrations/1820000001330-name-imports-and-merges.js';
import { AddTransactionalCampaigns1820000001303 } from './migrations/1820000001303-add-transactional-campaigns.js';
import { PartSuppressions1820000001276 } from './migrations/1820000001276-part-suppressions.js';
import { PutOffCappedRecipients1820000001260 } from './migrations/1820000001260-put-off-capped-recipients.js';
import { KeepResumes1820000001261 } from './migrations/1820000001261-keep-resumes.js';
import { KeepGoalsOfMessages1820000001262 } from './migrations/1820000001262-keep-goals-of-messages.js';
import { TimeCampaigns1820000001270 } from './migrations/1820000001270-time-campaigns.js';
import { AddCampaignData1820000001292 } from './migrations/1820000001292-add-campaign-data.js';
import { ChangeLinks1820000001274 } from './migrations/1820000001274-change-links.js';
import { FollowUpCampaigns1820000001273 } from './migrations/1820000001273-follow-up-campaigns.js';
import { AddConversions1820000001293 } from './migrations/1820000001293-add-conversions.js';
import { AddApprovals1820000001294 } from './migrations/1820000001294-add-approvals.js';
import { AddAutomationConversions1820000001295 } from './migrations/1820000001295-add-automation-conversions.js';
import { AddContactBudgets1820000001272 } from './migrations/1820000001272-add-contact-budgets.js';
import { TestCampaigns1820000001171 } from './migrations/1820000001171-test-campaigns.js';
import { AddStepCalls1820000001240 } from './migrations/1820000001240-add-step-calls.js';
import { AddAutomationClocks1820000001241 } from './migrations/1820000001241-add-automation-clocks.js';
import { StopNumbersThatComplained1820000001300 } from './migrations/1820000001300-stop-numbers-that-complained.js';
import { FollowGoalsWithoutHistory1820000001301 } from './migrations/1820000001301-follow-goals-without-history.js';
import { CopyClicksOfConversions1820000001302 } from './migrations/1820000001302-copy-clicks-of-conversions.js';
import { CopyManualSegments1820000001310 } from './migrations/1820000001310-copy-manual-segments.js';

/**
 * The migrations of this release, in chronological order: a list of classes instead of a pattern, so that the bundler finds
 * them. The api and the worker count it: a process is not ready while the database has fewer.
 */
export const migrations = [
  CreateFoundation1780000000000,
  AddProviderRoutes1790000000000,
  AddDomainChecks1790000000100,
  AddTracking1790000000200,
  AddTemplateSources1790000000300,
  AddConsentGuards1790000000400,
  AddUsers1800000000000,
  AddUserJobs1800000000050,
  AddSources1800000000100,
  AddWebhooks1800000000200,
  AddMessageUpkeep1800000000300,
  AddWorkspaceConsents1810000000000,
  AddProviderPacing1810000000100,
  AddStrictPublicKeys1820000000000,
  AddIdentities1820000000100,
  AddWaitingItems1820000000200,
  AddRoles1820000000400,
  AddSignInLimits1820000000410,
  AddInvitations1820000000420,
  AddMessageTags1820000000500,
  SetVacuumOfHotTables1820000000600,
  TellWaitingReportsApart1820000000601,
  KeepPlansOfListDoors1820000000602,
  KeepFactsOfHits1820000000603,
  AddProviderChecks1820000000700,
  LightenOutcomes1820000000800,
  AddMessageContents1820000000801,
  IndexPeopleForSearch1820000000820,
  IndexMembershipsByStatus1820000000821,
  IndexEventsByName1820000000822,
  AddMailboxLimits1820000000840,
  AddDmarcReports1820000000841,
  AddWarmUps1820000000842,
  AddMessageAttachments1820000000860,
  CloseUsedAttributes1820000000861,
  AddSegments1820000000900,
  AddPersonBuckets1820000000901,
  KeepThePlanOfTheMessageFeed1820000000940,
  AddMessageGroups1820000000941,
  IndexParkedMessages1820000000942,
  IndexMessageWords1820000000950,
  IndexMessagesByStatus1820000000951,
  AddKeyUse1820000000960,
  AddAuditLog1820000000961,
  AddLogins1820000000970,
  AddWorkspaceBrands1820000000971,
  AddTemplateDesigns1820000000980,
  AddBulkJobs1820000000990,
  AddInsights1820000001000,
  AddSegmentDays1820000001010,
  CountMessagesOfPeople1820000001011,
  AddCampaigns1820000001020,
  CountMessageGroups1820000001021,
  AddBulkChanges1820000001040,
  AddExportPieces1820000001041,
  AddImportedPeople1820000001050,
  AddChannelConsents1820000001080,
  PauseBulkJobs1820000001090,
  DeleteWorkspaces1820000001091,
  AskOnceWhoLeftLists1820000001100,
  AddAutomations1820000001120,
  CountEngagementOfGroups1820000001130,
  AddBrandFonts1820000001150,
  CountDeliveries1820000001160,
  AddPublicArchives1820000001161,
  HaltCampaigns1820000001170,
  TestCampaigns1820000001171,
  ControlAutomations1820000001180,
  AddStepCalls1820000001240,
  AddAutomationClocks1820000001241,
  MovePeopleBetweenVersions1820000001250,
  HoldAutomationSends1820000001251,
  IndexPendingStepCalls1820000001252,
  TimeCampaigns1820000001270,
  AddContactBudgets1820000001272,
  AddSmsCampaigns1820000001280,
  AnnounceCampaigns1820000001290,
  AddAlerts1820000001291,
  AddCampaignData1820000001292,
  FollowUpCampaigns1820000001273,
  ChangeLinks1820000001274,
  AddConversions1820000001293,
  AddApprovals1820000001294,
  AddAutomationConversions1820000001295,
  PutOffCappedRecipients1820000001260,
  MarkReplacedMessages1820000001253,
  KeepRanksOfRecipients1820000001254,
  KeepResumes1820000001261,
  RefuseTracking1820000001275,
  KeepGoalsOfMessages1820000001262,
  AddContentLanguages1820000001281,
  PartSuppressions1820000001276,
  StopNumbersThatComplained1820000001300,
  FollowGoalsWithoutHistory1820000001301,
  CopyClicksOfConversions1820000001302,
  CopyManualSegments1820000001310,
  AddPublicLists1820000001320,
  PauseMarketing1820000001321,
  NameImportsAndMerges1820000001330,
  AddTransactionalCampaigns1820000001303,
];
