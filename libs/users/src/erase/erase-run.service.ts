import { Inject, Injectable } from '@nestjs/common';
import { EraseJobs } from './erase-jobs.repository.js';
import { Erasures } from './erasures.service.js';
import { MergeMoves } from '../merge/merge-moves.repository.js';
import type { HeldJob, Pace, UserJobRun } from '../jobs/user-job.js';

/** Takes away what is left of somebody who was erased. */
@Injectable()
export class EraseRun implements UserJobRun {
  constructor(
    @Inject(MergeMoves) private readonly moves: MergeMoves,
    @Inject(EraseJobs) private readonly jobs: EraseJobs,
    @Inject(Erasures) private readonly erasures: Erasures,
  ) {}

  async run(job: HeldJob, pace: Pace): Promise<void> {
    if (job.from_person === null) throw new Error('an erasure without a person');
    const { workspace_id: workspaceId, details, created_at: before } = job;
    const erased = { workspaceId, uids: details.uids ?? [], before };
    const more = async () => (await this.jobs.chunk(erased)) + (await this.erasures.chunk(erased));
    await this.moves.run(job, job.from_person, pace, more);
  }
}
