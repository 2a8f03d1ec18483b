import { Module } from '@nestjs/common';
import { UserJobRunsModule } from './user-job-runs.module.js';
import { UserJobsHandler } from './jobs/user-jobs.handler.js';
import { UserJobsLoop } from './jobs/user-jobs-loop.service.js';

/** The jobs on people: batches, merges, erasures. */
@Module({ imports: [UserJobRunsModule], providers: [UserJobsHandler, UserJobsLoop] })
export class UsersWorkerModule {}
