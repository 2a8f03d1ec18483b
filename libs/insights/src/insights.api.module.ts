import { Module } from '@nestjs/common';
import { EventInsightsController } from './event-insights.controller.js';
import { EventInsights } from './event-insights.service.js';
import { EventNameCounts } from './event-names.repository.js';
import { EventProperties } from './event-properties.repository.js';
import { HomeFigures } from './home-figures.repository.js';
import { HomeController } from './home.controller.js';
import { Home } from './home.service.js';

/** Reads the counts of a workspace. */
@Module({
  providers: [EventInsights, EventNameCounts, EventProperties, Home, HomeFigures],
  controllers: [EventInsightsController, HomeController],
})
export class InsightsApiModule {}
