import { Module } from '@nestjs/common';
import { PeopleModule } from '@dundun/people';
import { EventCommit } from './event-commit.js';
import { EventFeed } from './event-feed.js';
import { EventPartitions } from './event-partitions.js';
import { EventRepository } from './event.repository.js';
import { Events } from './events.service.js';
import { PersonEvents } from './person-events.repository.js';

@Module({
  imports: [PeopleModule],
  providers: [EventPartitions, EventCommit, EventRepository, EventFeed, Events, PersonEvents],
  exports: [Events, EventCommit, EventPartitions],
})
export class EventsModule {}
