import { Module } from '@nestjs/common';
import { EventsModule } from '@dundun/events';
import { ListsModule } from '@dundun/lists';
import { MessagingModule } from '@dundun/messaging';
import { PeopleModule } from '@dundun/people';
import { SubscribersModule } from '@dundun/subscribers';
import { UserBatches } from './batch.service.js';
import { EraseUsers } from './erase.service.js';
import { Erasures } from './erasures.js';
import { MergeUsers } from './merge.service.js';
import { PersonRemoval } from './person-removal.js';
import { UserJobs } from './user-jobs.store.js';
import { UserParts } from './user-reader.parts.js';
import { UserReader } from './user-reader.js';

/** Reading people, and what is done with them by jobs. */
@Module({
  imports: [EventsModule, ListsModule, MessagingModule, PeopleModule, SubscribersModule],
  providers: [Erasures, EraseUsers, MergeUsers, PersonRemoval, UserBatches, UserJobs, UserParts, UserReader],
  exports: [Erasures, EraseUsers, MergeUsers, PersonRemoval, UserBatches, UserJobs, UserReader],
})
export class UserJobsModule {}
