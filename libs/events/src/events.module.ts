import { Module } from '@nestjs/common';
import { AccountsModule } from '@dundun/accounts';
import { PeopleModule } from '@dundun/people';
import { EventCommit } from './event-commit.service.js';
import { EventFeed } from './event-feed.repository.js';
import { EventPartitions } from './event-partitions.repository.js';
import { EventRepository } from './event.repository.js';
import { Events } from './events.service.js';
import { PersonEvents } from './person-events.repository.js';

@Module({
  imports: [AccountsModule, PeopleModule],
  providers: [EventPartitions, EventCommit, EventRepository, EventFeed, Events, PersonEvents],
  exports: [Events, EventCommit, EventPartitions],
})
export class EventsModule {}
