import { Module } from '@nestjs/common';
import { UserJobRunsModule } from './user-jobs.run.module.js';
import { UserJobsHandler } from './user-jobs.handler.js';
import { UserJobsLoop } from './user-jobs.loop.js';

/** The jobs on people: batches, merges, erasures. */
@Module({ imports: [UserJobRunsModule], providers: [UserJobsHandler, UserJobsLoop] })
export class UsersWorkerModule {}
