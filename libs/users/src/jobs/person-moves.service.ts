import { Inject, Injectable } from '@nestjs/common';
import { PersonContributions, type PersonRows } from '@dundun/people';
import { Database } from '@dundun/platform/database';
import type { HeldJob, Pace } from './user-job.js';
import { UserJobClaims } from './user-job-claims.repository.js';

/**
 * Seconds after its end at which a job looks for rows again. Other processes cache the id of a removed person for ten
 * seconds, and what they accept under it arrives a little later; a message may be held for a quarter of an hour.
 */
const SWEEPS = [15, 20 * 60];

/**
 * Moves the remaining rows of a removed person to the person who took their place, or erases them. Each chunk is a
 * transaction that locks the job's row, so the work may stop anywhere and nothing is done twice.
 */
@Injectable()
export class PersonMoves {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(UserJobClaims) private readonly claims: UserJobClaims,
    @Inject(PersonContributions) private readonly contributions: PersonContributions,
  ) {}

  /** Runs until nothing is left, or the job has to give way. @throws LostLeaseError */
  async run(job: HeldJob, from: string, pace: Pace): Promise<void> {
    const places = new Map<string, string>();
    while (!pace.isOver()) {
      if ((await this.chunk(job, from, places)) > 0) continue;
      return this.claims.swept(job, SWEEPS[job.sweeps]);
    }
    await this.claims.release(job);
  }

  /** @returns about how many rows it worked on */
  private chunk(job: HeldJob, from: string, places: Map<string, string>): Promise<number> {
    const { workspace_id: workspaceId, details, created_at: before } = job;
    return this.database.transaction(async () => {
      const { to_person: to, keys_after: cursor } = await this.claims.ahead(job);
      if (to === null) {
        const erased = { workspaceId, personId: from, uids: details.uids ?? [], before, places };
        return this.sum((rows) => rows.eraseChunk(erased));
      }
      const keepCursor = (next: string) => this.claims.keepCursor(job, next);
      return this.sum((rows) => rows.moveChunk({ workspaceId, from, to, cursor, keepCursor, places }));
    });
  }

  private async sum(step: (rows: PersonRows) => Promise<number>): Promise<number> {
    let sum = 0;
    for (const rows of this.contributions.all()) sum += await step(rows);
    return sum;
  }
}
