import { Module } from '@nestjs/common';
import { ConversionFacts } from './conversions/conversion-facts.repository.js';
import { ConversionFollower } from './conversions/conversion-follower.service.js';
import { ConversionsModule } from './conversions/conversions.module.js';
import { Conversions } from './conversions/conversions.repository.js';
import { ConversionsTimer } from './conversions/conversions.timer.js';
import { Counts } from './counts.repository.js';
import { InsightsTimer } from './insights.timer.js';

/** Keeps the counts of workspaces current. */
@Module({
  imports: [ConversionsModule],
  providers: [ConversionFacts, ConversionFollower, Conversions, ConversionsTimer, Counts, InsightsTimer],
})
export class InsightsWorkerModule {}
