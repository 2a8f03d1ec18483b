import { Module } from '@nestjs/common';
import { EventsModule } from '@dundun/events';
import { ListsModule } from '@dundun/lists';
import { MessagingModule } from '@dundun/messaging';
import { PeopleModule } from '@dundun/people';
import { SubscribersModule } from '@dundun/subscribers';
import { UserBatches } from './batch/user-batches.repository.js';
import { EraseUsers } from './erase/erase.service.js';
import { MergeUsers } from './merge/merge.service.js';
import { PersonExport } from './jobs/person-export.service.js';
import { PersonJobs } from './jobs/person-jobs.repository.js';
import { UserJobs } from './jobs/user-jobs.repository.js';
import { UserParts } from './api/user-parts.repository.js';
import { UserReader } from './api/user-reader.repository.js';

/** Reads people and queues jobs on them. */
@Module({
  imports: [EventsModule, ListsModule, MessagingModule, PeopleModule, SubscribersModule],
  providers: [EraseUsers, MergeUsers, PersonExport, PersonJobs, UserBatches, UserJobs, UserParts, UserReader],
  exports: [EraseUsers, MergeUsers, PersonExport, UserBatches, UserJobs, UserReader],
})
export class UserJobsModule {}
