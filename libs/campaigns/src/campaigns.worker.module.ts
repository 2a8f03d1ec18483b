import { Module } from '@nestjs/common';
import { CampaignDecisions } from './campaign-decisions.service.js';
import { CampaignFeeder } from './campaign-feeder.service.js';
import { CampaignFreeze } from './campaign-freeze.service.js';
import { CampaignsModule } from './campaigns.module.js';
import { CampaignsTimer } from './campaigns.timer.js';

/** Freezes and feeds campaigns. */
@Module({ imports: [CampaignsModule], providers: [CampaignDecisions, CampaignFeeder, CampaignFreeze, CampaignsTimer] })
export class CampaignsWorkerModule {}
