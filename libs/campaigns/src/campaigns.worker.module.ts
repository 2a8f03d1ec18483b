import { Module } from '@nestjs/common';
import { CampaignDecisions } from './sending/campaign-decisions.service.js';
import { CampaignFeeder } from './sending/campaign-feeder.service.js';
import { CampaignFreeze } from './sending/campaign-freeze.service.js';
import { CampaignsModule } from './campaigns.module.js';
import { SmsRounds } from './sending/sms-rounds.service.js';
import { CampaignsTimer } from './sending/campaigns.timer.js';

/** Freezes and feeds campaigns. */
@Module({
  imports: [CampaignsModule],
  providers: [CampaignDecisions, CampaignFeeder, CampaignFreeze, CampaignsTimer, SmsRounds],
})
export class CampaignsWorkerModule {}
