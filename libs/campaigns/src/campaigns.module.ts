import { Module } from '@nestjs/common';
import { MessagingModule } from '@dundun/messaging';
import { PeopleModule } from '@dundun/people';
import { Audiences } from './audience.repository.js';
import { CampaignCounts } from './campaign-counts.repository.js';
import { CampaignsRepository } from './campaigns.repository.js';
import { PersonCampaigns } from './person-campaigns.repository.js';
import { Recipients } from './recipients.repository.js';

const services = [Audiences, CampaignCounts, CampaignsRepository, Recipients];

/** Who gets which campaign. */
@Module({
  imports: [MessagingModule, PeopleModule],
  providers: [...services, PersonCampaigns],
  exports: [MessagingModule, ...services],
})
export class CampaignsModule {}
