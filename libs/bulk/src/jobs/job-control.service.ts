import { Inject, Injectable } from '@nestjs/common';
import { JobStateError } from '@dundun/domain';
import type { BulkJobRow, BulkKind } from './bulk-job.js';
import { BulkJobs } from './bulk-jobs.repository.js';

const PAUSABLE: readonly BulkKind[] = ['confirmations'];
/** Imports and exports are canceled by their own calls, because they have files. An undo is quick, and half of one helps nobody. */
const CANCELABLE: readonly BulkKind[] = ['confirmations', 'memberships'];

/** Pauses, resumes and cancels jobs. @throws UnknownJobError, JobStateError */
@Injectable()
export class JobControl {
  constructor(@Inject(BulkJobs) private readonly jobs: BulkJobs) {}

  async pause(workspaceId: number, id: string): Promise<BulkJobRow> {
    const { kind } = await this.jobs.get(workspaceId, id);
    if (!PAUSABLE.includes(kind)) throw new JobStateError('Only a job that asks for confirmations can be paused.');
    if (!(await this.jobs.pause(workspaceId, id))) throw new JobStateError('The job is not running.');
    return this.jobs.get(workspaceId, id);
  }

  async resume(workspaceId: number, id: string): Promise<BulkJobRow> {
    await this.jobs.get(workspaceId, id);
    if (!(await this.jobs.resume(workspaceId, id))) throw new JobStateError('The job is not paused.');
    return this.jobs.get(workspaceId, id);
  }

  /** What the job has done stays. */
  async cancel(workspaceId: number, id: string): Promise<BulkJobRow> {
    const { kind } = await this.jobs.get(workspaceId, id);
    if (!CANCELABLE.includes(kind)) throw new JobStateError('Jobs of this kind cannot be canceled here.');
    if (!(await this.jobs.cancel(workspaceId, id))) throw new JobStateError('The job has ended.');
    return this.jobs.get(workspaceId, id);
  }
}
