import { Module } from '@nestjs/common';
import { AccountsModule } from '@dundun/accounts';
import { EventsModule } from '@dundun/events';
import { ListsModule } from '@dundun/lists';
import { MessagingModule } from '@dundun/messaging';
import { PeopleModule } from '@dundun/people';
import { SubscribersModule } from '@dundun/subscribers';
import { UserBatches } from './batch/user-batches.repository.js';
import { EraseUsers } from './erase/erase.service.js';
import { MergeUsers } from './merge/merge.service.js';
import { FoldPeople } from './merge/fold.service.js';
import { MergeSwitch } from './merge/merge-switch.service.js';
import { PersonFolding } from './api/person-folding.js';
import { PersonMoves } from './jobs/person-moves.service.js';
import { UserJobClaims } from './jobs/user-job-claims.repository.js';
import { PersonExport } from './jobs/person-export.service.js';
import { PersonJobs } from './jobs/person-jobs.repository.js';
import { UserJobs } from './jobs/user-jobs.repository.js';
import { UserParts } from './api/user-parts.repository.js';
import { UserReader } from './api/user-reader.repository.js';

/** Reads people, queues jobs on them, and folds one into another. */
@Module({
  imports: [AccountsModule, EventsModule, ListsModule, MessagingModule, PeopleModule, SubscribersModule],
  providers: [
    EraseUsers,
    FoldPeople,
    MergeSwitch,
    MergeUsers,
    PersonExport,
    PersonJobs,
    PersonMoves,
    UserBatches,
    UserJobClaims,
    UserJobs,
    UserParts,
    UserReader,
    { provide: PersonFolding, useExisting: FoldPeople },
  ],
  exports: [
    EraseUsers,
    MergeSwitch,
    MergeUsers,
    PersonExport,
    PersonFolding,
    PersonMoves,
    UserBatches,
    UserJobClaims,
    UserJobs,
    UserReader,
  ],
})
export class UserJobsModule {}
