import { Inject, Injectable } from '@nestjs/common';
import { Handles, type JobHandler } from '@dundun/platform/jobs';
import { UserJobsLoop } from './user-jobs-loop.service.js';
import { RunUserJobs } from './user-jobs.jobs.js';

@Injectable()
@Handles(RunUserJobs)
export class UserJobsHandler implements JobHandler<{ workspaceId: number }> {
  constructor(@Inject(UserJobsLoop) private readonly loop: UserJobsLoop) {}

  run(): Promise<void> {
    return this.loop.drain();
  }
}
