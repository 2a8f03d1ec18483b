import { Module } from '@nestjs/common';
import { ListsModule } from '@dundun/lists';
import { MessagingModule } from '@dundun/messaging';
import { EventsModule } from '@dundun/events';
import { PeopleModule } from '@dundun/people';
import { SubscribersModule } from '@dundun/subscribers';
import { BatchMarks } from './batch-marks.js';
import { BatchRun } from './batch.run.js';
import { EraseJobs } from './erase-jobs.js';
import { EraseMessages } from './erase-messages.js';
import { EraseRun } from './erase.run.js';
import { MergeMoves } from './merge-moves.js';
import { MergeRun } from './merge.run.js';
import { MergeSwitch } from './merge-switch.js';
import { UserJobClaims } from './user-job-claims.js';
import { USER_JOB_RUNS, type UserJobRuns } from './user-job.js';
import { UsersModule } from './users.module.js';

/** Doing the jobs on people; the worker's module decides when. */
@Module({
  imports: [EventsModule, ListsModule, MessagingModule, PeopleModule, SubscribersModule, UsersModule],
  providers: [
    BatchMarks,
    BatchRun,
    EraseJobs,
    EraseMessages,
    EraseRun,
    MergeMoves,
    MergeRun,
    MergeSwitch,
    UserJobClaims,
    {
      provide: USER_JOB_RUNS,
      inject: [BatchRun, MergeRun, EraseRun],
      useFactory: (batch: BatchRun, merge: MergeRun, erasure: EraseRun): UserJobRuns => ({ batch, merge, erasure }),
    },
  ],
  exports: [BatchRun, EraseRun, MergeRun, USER_JOB_RUNS, UserJobClaims],
})
export class UserJobRunsModule {}
