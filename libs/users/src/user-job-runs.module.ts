import { Module } from '@nestjs/common';
import { ListsModule } from '@dundun/lists';
import { MessagingModule } from '@dundun/messaging';
import { EventsModule } from '@dundun/events';
import { PeopleModule } from '@dundun/people';
import { SubscribersModule } from '@dundun/subscribers';
import { BatchFlush } from './batch/batch-flush.service.js';
import { BatchMarks } from './batch/batch-marks.repository.js';
import { BatchRun } from './batch/batch-run.service.js';
import { EraseRun } from './erase/erase-run.service.js';
import { EventMoves } from './merge/event-moves.service.js';
import { MergeRun } from './merge/merge-run.service.js';
import { USER_JOB_RUNS, type UserJobRuns } from './jobs/user-job.js';
import { UsersModule } from './users.module.js';

/** Runs the jobs on people; the worker's module decides when. */
@Module({
  imports: [EventsModule, ListsModule, MessagingModule, PeopleModule, SubscribersModule, UsersModule],
  providers: [
    BatchFlush,
    BatchMarks,
    BatchRun,
    EraseRun,
    EventMoves,
    MergeRun,
    {
      provide: USER_JOB_RUNS,
      inject: [BatchRun, MergeRun, EraseRun],
      useFactory: (batch: BatchRun, merge: MergeRun, erasure: EraseRun): UserJobRuns => ({ batch, merge, erasure }),
    },
  ],
  exports: [BatchRun, EraseRun, MergeRun, USER_JOB_RUNS, UsersModule],
})
export class UserJobRunsModule {}
