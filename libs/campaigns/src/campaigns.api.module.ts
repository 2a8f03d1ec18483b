import { Module } from '@nestjs/common';
import { AccountsModule, Approvals, Approvers } from '@dundun/accounts';
import { ListsModule } from '@dundun/lists';
import { GroupEngagement, GroupReport } from '@dundun/insights';
import { ContentTrials } from '@dundun/messaging';
import { Cursors } from '@dundun/platform/http';
import { CampaignApprovalsController } from './api/campaign-approvals.controller.js';
import { CampaignApprovals } from './approval/campaign-approvals.service.js';
import { SmsChecks } from './checks/sms-checks.service.js';
import { KeptMessages } from './sending/kept-messages.service.js';
import { CampaignTrials } from './sending/campaign-trials.service.js';
import { AudienceCounts } from './checks/audience-counts.service.js';
import { AudienceFindings } from './checks/audience-findings.service.js';
import { CampaignChecks } from './checks/campaign-checks.service.js';
import { CampaignSources } from './checks/campaign-sources.service.js';
import { CampaignControl } from './sending/campaign-control.service.js';
import { CampaignCalendar } from './reports/campaign-calendar.repository.js';
import { PublicArchivesController } from './archive/public-archives.controller.js';
import { PublicArchivesRepository } from './archive/public-archives.repository.js';
import { PublicArchives } from './archive/public-archives.service.js';
import { CampaignReportsController } from './reports/campaign-reports.controller.js';
import { CampaignLinks } from './reports/campaign-links.service.js';
import { CampaignReports } from './reports/campaign-reports.service.js';
import { CampaignFollowUpsController } from './api/campaign-follow-ups.controller.js';
import { CampaignViews } from './api/campaign-views.service.js';
import { CampaignsController } from './api/campaigns.controller.js';
import { RecipientPages } from './audience/recipient-pages.repository.js';
import { FailedRecipients } from './audience/failed-recipients.repository.js';
import { FollowUps } from './definitions/follow-ups.service.js';
import { CampaignRetries } from './sending/campaign-retries.service.js';
import { CampaignsModule } from './campaigns.module.js';
import { Campaigns } from './definitions/campaigns.service.js';

@Module({
  imports: [AccountsModule, ListsModule, CampaignsModule],
  providers: [
    Approvals,
    Approvers,
    CampaignApprovals,
    AudienceCounts,
    AudienceFindings,
    CampaignChecks,
    CampaignSources,
    SmsChecks,
    CampaignTrials,
    CampaignControl,
    CampaignRetries,
    CampaignViews,
    FailedRecipients,
    FollowUps,
    KeptMessages,
    RecipientPages,
    CampaignCalendar,
    CampaignLinks,
    CampaignReports,
    PublicArchives,
    PublicArchivesRepository,
    Campaigns,
    ContentTrials,
    Cursors,
    GroupEngagement,
    GroupReport,
  ],
  controllers: [
    CampaignsController,
    CampaignApprovalsController,
    CampaignFollowUpsController,
    CampaignReportsController,
    PublicArchivesController,
  ],
})
export class CampaignsApiModule {}
