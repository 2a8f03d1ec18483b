import { Module } from '@nestjs/common';
import { AccountsModule } from '@dundun/accounts';
import { ListsModule } from '@dundun/lists';
import { GroupEngagement, GroupReport } from '@dundun/insights';
import { ContentTrials } from '@dundun/messaging';
import { Cursors } from '@dundun/platform/http';
import { CampaignChecks } from './campaign-checks.service.js';
import { CampaignControl } from './campaign-control.service.js';
import { CampaignCalendar } from './campaign-calendar.repository.js';
import { PublicArchivesController } from './public-archives.controller.js';
import { PublicArchivesRepository } from './public-archives.repository.js';
import { PublicArchives } from './public-archives.service.js';
import { CampaignReportsController } from './campaign-reports.controller.js';
import { CampaignReports } from './campaign-reports.service.js';
import { CampaignsController } from './campaigns.controller.js';
import { CampaignsModule } from './campaigns.module.js';
import { Campaigns } from './campaigns.service.js';

@Module({
  imports: [AccountsModule, ListsModule, CampaignsModule],
  providers: [
    CampaignChecks,
    CampaignControl,
    CampaignCalendar,
    CampaignReports,
    PublicArchives,
    PublicArchivesRepository,
    Campaigns,
    ContentTrials,
    Cursors,
    GroupEngagement,
    GroupReport,
  ],
  controllers: [CampaignsController, CampaignReportsController, PublicArchivesController],
})
export class CampaignsApiModule {}
