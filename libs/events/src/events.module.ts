import { Module } from '@nestjs/common';
import { SubscribersModule } from '@dundun/subscribers';
import { EventCommit } from './event-commit.js';
import { EventFeed } from './event-feed.js';
import { EventPartitions } from './event-partitions.js';
import { EventRepository } from './event.repository.js';
import { Events } from './events.service.js';
import { PersonIds } from './person-ids.js';

@Module({
  imports: [SubscribersModule],
  providers: [EventPartitions, PersonIds, EventCommit, EventRepository, EventFeed, Events],
  exports: [Events, EventCommit, EventPartitions, PersonIds],
})
export class EventsModule {}
