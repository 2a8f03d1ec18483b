import { Module } from '@nestjs/common';
import { AccountsModule } from '@dundun/accounts';
import { MessagingModule } from '@dundun/messaging';
import { PeopleModule } from '@dundun/people';
import { Audiences } from './audience.repository.js';
import { CampaignAlerts } from './campaign-alerts.service.js';
import { CampaignCounts } from './campaign-counts.repository.js';
import { CampaignReadiness } from './campaign-readiness.service.js';
import { CampaignTests } from './campaign-tests.repository.js';
import { CampaignsRepository } from './campaigns.repository.js';
import { PersonCampaigns } from './person-campaigns.repository.js';
import { Recipients } from './recipients.repository.js';

const services = [
  Audiences,
  CampaignAlerts,
  CampaignCounts,
  CampaignReadiness,
  CampaignTests,
  CampaignsRepository,
  Recipients,
];

/** Who gets which campaign. */
@Module({
  imports: [AccountsModule, MessagingModule, PeopleModule],
  providers: [...services, PersonCampaigns],
  exports: [MessagingModule, ...services],
})
export class CampaignsModule {}
