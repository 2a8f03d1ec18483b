import { Module } from '@nestjs/common';
import { EventsModule } from '@dundun/events';
import { UsersModule } from '@dundun/users';
import { SubscribersModule } from '@dundun/subscribers';
import { SourceClaims } from './work/source-claims.js';
import { SourceEffects } from './work/source-effects.js';
import { SourceErasure } from './work/source-erasure.js';
import { SourceLoop } from './work/source-loop.js';
import { SourcePeople } from './work/source-people.js';
import { SourceWork } from './work/source-work.js';
import { SourcesModule } from './sources.module.js';
import { WorkSourcesHandler } from './work/work-sources.handler.js';

/** Making people and events of what senders have sent. */
@Module({
  imports: [SourcesModule, EventsModule, UsersModule, SubscribersModule],
  providers: [SourceClaims, SourceEffects, SourceErasure, SourceLoop, SourcePeople, SourceWork, WorkSourcesHandler],
})
export class SourcesWorkerModule {}
