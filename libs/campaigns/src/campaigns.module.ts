import { Module } from '@nestjs/common';
import { AccountsModule } from '@dundun/accounts';
import { ConversionsModule } from '@dundun/insights';
import { MessagingModule } from '@dundun/messaging';
import { PeopleModule } from '@dundun/people';
import { SegmentsModule } from '@dundun/segments';
import { Audiences } from './audience/audience.repository.js';
import { CampaignAlerts } from './sending/campaign-alerts.service.js';
import { CampaignCounts } from './definitions/campaign-counts.repository.js';
import { CampaignReadiness } from './checks/campaign-readiness.service.js';
import { CampaignTests } from './sending/campaign-tests.repository.js';
import { CampaignsRepository } from './definitions/campaigns.repository.js';
import { Openings } from './sending/openings.service.js';
import { PersonCampaigns } from './definitions/person-campaigns.repository.js';
import { Recipients } from './audience/recipients.repository.js';
import { Warmings } from './checks/warming.service.js';

const services = [
  Audiences,
  CampaignAlerts,
  CampaignCounts,
  CampaignReadiness,
  CampaignTests,
  CampaignsRepository,
  Openings,
  Recipients,
  Warmings,
];

/** Who gets which campaign. */
@Module({
  imports: [AccountsModule, ConversionsModule, MessagingModule, PeopleModule, SegmentsModule],
  providers: [...services, PersonCampaigns],
  exports: [AccountsModule, ConversionsModule, MessagingModule, SegmentsModule, ...services],
})
export class CampaignsModule {}
