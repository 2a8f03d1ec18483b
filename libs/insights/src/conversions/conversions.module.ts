import { Module } from '@nestjs/common';
import { PeopleModule } from '@dundun/people';
import { ConversionGoals } from './conversion-goals.repository.js';
import { ConversionReport } from './conversion-report.repository.js';
import { PersonConversions } from './person-conversions.repository.js';

/** What campaigns and automations are sent for, and what came of it. */
@Module({
  imports: [PeopleModule],
  providers: [ConversionGoals, ConversionReport, PersonConversions],
  exports: [ConversionGoals, ConversionReport],
})
export class ConversionsModule {}
