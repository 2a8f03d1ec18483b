import { Inject, Injectable } from '@nestjs/common';
import { PersonMoves } from '../jobs/person-moves.service.js';
import type { HeldJob, Pace, UserJobRun } from '../jobs/user-job.js';

/** Erases the remaining rows of an erased person. */
@Injectable()
export class EraseRun implements UserJobRun {
  constructor(@Inject(PersonMoves) private readonly moves: PersonMoves) {}

  async run(job: HeldJob, pace: Pace): Promise<void> {
    if (job.from_person === null) throw new Error('an erasure without a person');
    await this.moves.run(job, job.from_person, pace);
  }
}
