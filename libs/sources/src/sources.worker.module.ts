import { Module } from '@nestjs/common';
import { EventsModule } from '@dundun/events';
import { UsersModule } from '@dundun/users';
import { PeopleModule } from '@dundun/people';
import { SourceClaims } from './work/source-claims.repository.js';
import { SourceEffects } from './work/source-effects.service.js';
import { SourceLoop } from './work/source-loop.service.js';
import { SourcePeople } from './work/source-people.repository.js';
import { SourcePlanner } from './work/source-planner.service.js';
import { SourceWork } from './work/source-work.service.js';
import { SourcesModule } from './sources.module.js';
import { WorkSourcesHandler } from './work/work-sources.handler.js';

/** Processes the events of sources. */
@Module({
  imports: [SourcesModule, EventsModule, UsersModule, PeopleModule],
  providers: [SourceClaims, SourceEffects, SourceLoop, SourcePeople, SourcePlanner, SourceWork, WorkSourcesHandler],
})
export class SourcesWorkerModule {}
