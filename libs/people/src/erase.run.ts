import { Inject, Injectable } from '@nestjs/common';
import { MergeMoves } from './merge-moves.js';
import type { HeldJob, Pace, UserJobRun } from './user-job.js';

/** Takes away what is left of somebody who was erased. */
@Injectable()
export class EraseRun implements UserJobRun {
  constructor(@Inject(MergeMoves) private readonly moves: MergeMoves) {}

  async run(job: HeldJob, pace: Pace): Promise<void> {
    if (job.from_person === null) throw new Error('an erasure without a person');
    await this.moves.run(job, job.from_person, pace);
  }
}
