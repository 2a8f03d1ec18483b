import { Module } from '@nestjs/common';
import { PeopleModule } from '@dundun/people';
import { SegmentsModule } from '@dundun/segments';
import { AutomationRuns } from './runs/automation-runs.repository.js';
import { AutomationsRepository } from './definitions/automations.repository.js';
import { Entrances } from './entering/entrances.repository.js';
import { PersonAutomations } from './runs/person-automations.repository.js';
import { RunCounts } from './runs/run-counts.repository.js';
import { RunStarts } from './entering/run-starts.service.js';
import { StormCounts } from './entering/storm-counts.repository.js';
import { StormGuard } from './entering/storm-guard.service.js';
import { Waits } from './runs/waits.repository.js';

const services = [AutomationRuns, AutomationsRepository, Entrances, RunCounts, RunStarts, StormCounts, StormGuard, Waits]; // prettier-ignore

/** What automations are, who enters them, and what they keep of people. */
@Module({
  imports: [PeopleModule, SegmentsModule],
  providers: [...services, PersonAutomations],
  exports: [PeopleModule, SegmentsModule, ...services],
})
export class AutomationsModule {}
