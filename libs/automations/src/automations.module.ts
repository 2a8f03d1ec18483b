import { Module } from '@nestjs/common';
import { PeopleModule } from '@dundun/people';
import { SegmentsModule } from '@dundun/segments';
import { AutomationRuns } from './automation-runs.repository.js';
import { AutomationsRepository } from './automations.repository.js';
import { Entrances } from './entrances.repository.js';
import { PersonAutomations } from './person-automations.repository.js';
import { RunCounts } from './run-counts.repository.js';
import { RunStarts } from './run-starts.service.js';
import { StormCounts } from './storm-counts.repository.js';
import { StormGuard } from './storm-guard.service.js';
import { Waits } from './waits.repository.js';

const services = [AutomationRuns, AutomationsRepository, Entrances, RunCounts, RunStarts, StormCounts, StormGuard, Waits]; // prettier-ignore

/** What automations are, who enters them, and what they keep of people. */
@Module({
  imports: [PeopleModule, SegmentsModule],
  providers: [...services, PersonAutomations],
  exports: [PeopleModule, SegmentsModule, ...services],
})
export class AutomationsModule {}
