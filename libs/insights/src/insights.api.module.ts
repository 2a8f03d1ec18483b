import { Module } from '@nestjs/common';
import { AccountsModule } from '@dundun/accounts';
import { DeliverabilityController } from './deliverability.controller.js';
import { Deliverability } from './deliverability.service.js';
import { EventInsightsController } from './event-insights.controller.js';
import { EventInsights } from './event-insights.service.js';
import { EventNameCounts } from './event-names.repository.js';
import { EventProperties } from './event-properties.repository.js';
import { MailDays } from './mail-days.repository.js';
import { HomeFigures } from './home-figures.repository.js';
import { HomeController } from './home.controller.js';
import { Home } from './home.service.js';

/** Reads the counts of a workspace. */
@Module({
  imports: [AccountsModule],
  providers: [Deliverability, MailDays, EventInsights, EventNameCounts, EventProperties, Home, HomeFigures],
  controllers: [DeliverabilityController, EventInsightsController, HomeController],
})
export class InsightsApiModule {}
